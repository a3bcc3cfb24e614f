import { useEffect, useState } from 'react';
import { Logo } from '../../ui/glyphs/Logo.tsx';
import { Glyph } from '../../ui/glyphs/Glyph.tsx';
import { VisuallyHidden } from '../../ui/text/VisuallyHidden.tsx';
import { usePairing } from './usePairing.ts';
import { displayApproved } from '../../domain/claims/device.ts';

/** What a wall shows that is not paired: its code, and what to do with it elsewhere. There is nothing to press and nothing to sign in to. */
export function PairingView({ revoked }: { readonly revoked: boolean }) {
  const state = usePairing();
  const code = state.name === 'showing' ? state.code : null;
  return (
    <div className="wall-pairing">
      <p className="wall-brand">
        <Logo size={56} />
        Ukweli wall display
      </p>
      <h1>{revoked ? 'This display was revoked' : 'Pair this display'}</h1>
      <p className="wall-pairing-lead">
        {revoked ? 'Nothing is kept on it. To pair it again, an' : 'An'} administrator opens <b>System, Wall Displays</b> on any console and
        types this code.
      </p>
      <p className="wall-code" data-waiting={code === null ? '' : undefined} aria-hidden="true">
        {code?.userCode ?? '····-····'}
      </p>
      {code !== null && <VisuallyHidden>{`Code ${code.userCode.split('').join(' ')}`}</VisuallyHidden>}
      <p className="wall-pairing-state">
        <span role="status">
          <Words state={state} />
        </span>
        {state.name === 'showing' && state.failures === 0 && <Left until={state.code.expiresAt} />}
      </p>
      {code !== null && <p className="wall-pairing-where">{code.address.replace(/^https?:\/\//, '')}</p>}
    </div>
  );
}

function Words({ state }: { readonly state: ReturnType<typeof usePairing> }) {
  switch (state.name) {
    case 'asking':
      return (
        <>
          <Glyph shape="processing" /> Asking the platform for a code
        </>
      );
    case 'unreachable':
      return (
        <>
          <Glyph shape="offline" /> The platform does not answer. This display goes on asking by itself
        </>
      );
    case 'showing':
      return state.failures > 0 ? (
        <>
          <Glyph shape="offline" /> The platform does not answer just now. The code stays good
        </>
      ) : (
        <>
          <Glyph shape="pending" /> Waiting to be approved.
        </>
      );
    case 'entering':
    case 'entered':
      return (
        <>
          <Glyph shape={displayApproved('display', 'approved')} /> Approved. The first figures are on their way
        </>
      );
    default:
      return state satisfies never;
  }
}

/** How long the code is good, by the clock it was given on. */
function Left({ until }: { readonly until: number }) {
  const [now, setNow] = useState(() => performance.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(performance.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  const seconds = Math.max(0, Math.ceil((until - now) / 1000));
  return <span className="wall-num">{`New code in ${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`}</span>;
}
