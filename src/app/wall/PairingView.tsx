import { useEffect, useState } from 'react';
import { Logo } from '../../ui/glyphs/Logo.tsx';
import { Glyph } from '../../ui/glyphs/Glyph.tsx';
import { VisuallyHidden } from '../../ui/text/VisuallyHidden.tsx';
import { usePairing } from './usePairing.ts';
import { displayApproved } from '../../domain/claims/device.ts';

/** An unpaired display: shows its code and what to do with it on another device. Nothing to press, no sign-in. */
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
        {revoked ? 'Its data was erased. To pair it again, an' : 'An'} administrator opens <b>System, Wall Displays</b> on any console and
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
          <Glyph shape="offline" /> The platform does not answer. This display keeps trying
        </>
      );
    case 'showing':
      return state.failures > 0 ? (
        <>
          <Glyph shape="offline" /> The platform does not answer right now. The code stays valid
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

/** Time left for the code, by the monotonic clock used when it was issued. */
function Left({ until }: { readonly until: number }) {
  const [now, setNow] = useState(() => performance.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(performance.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  const seconds = Math.max(0, Math.ceil((until - now) / 1000));
  return <span className="wall-num">{`New code in ${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`}</span>;
}
