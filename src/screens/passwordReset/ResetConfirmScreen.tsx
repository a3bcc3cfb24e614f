import { KeyRound, Unlink } from 'lucide-react';
import { useState } from 'react';
import { navigate, useQuery } from '../../bridge/address/navigation.ts';
import { useAct } from '../../bridge/acts/useAct.ts';
import { identityEndpoints } from '../../contracts/identityEndpoints.ts';
import { failureText, mayUsePassword } from '../../domain/accounts/accountLabels.ts';
import { href } from '../../domain/screens/address.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { NewPasswordFields, noPasswordYet } from '../../ui/fields/NewPasswordFields.tsx';
import { Glyph } from '../../ui/glyphs/Glyph.tsx';
import { PublicPage } from './PublicPage.tsx';
import { tokenIn } from './tokenIn.ts';

/** Sets a new password from a mailed link (I-6). */
export function ResetConfirmScreen() {
  const token = tokenIn(useQuery());
  const [entered, setEntered] = useState(noPasswordYet);
  const { busy, problem, run, reset } = useAct({
    route: 'now',
    send: (body: { readonly token: string; readonly password: string }, send) => send(identityEndpoints.confirmReset, { body }),
    done: () => navigate(href('login', { reset: 'success' }), { replace: true }),
  });
  const another = (
    <Button kind="primary" full size="touch" onClick={() => navigate(href('resetRequest'))}>
      Request New Link
    </Button>
  );

  if (token === null)
    return (
      <PublicPage
        title="Invalid Reset Link"
        mark={<Unlink size={20} strokeWidth={1.75} aria-hidden />}
        lead="Invalid or missing reset token"
      >
        <div className="door-acts">{another}</div>
      </PublicPage>
    );
  if (problem !== null)
    return (
      <PublicPage
        title="Reset Failed"
        failed
        mark={<Glyph shape="bad" size={20} />}
        lead={<span role="alert">{failureText('Failed to reset password', problem)}</span>}
      >
        <div className="door-acts">
          {problem.code === 'gone' ? (
            another
          ) : (
            <Button kind="primary" full size="touch" onClick={reset}>
              Try Again
            </Button>
          )}
        </div>
      </PublicPage>
    );

  const { password, repeated } = entered;
  const ready = mayUsePassword(password, repeated);
  return (
    <PublicPage title="Set a new password" lead="Every device that is signed in with the old one is signed out.">
      <form
        className="door-form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (ready) void run({ token, password });
        }}
      >
        <NewPasswordFields value={entered} onChange={setEntered} />
        <Button
          kind="primary"
          type="submit"
          full
          size="touch"
          icon={KeyRound}
          busy={busy}
          busyText="Setting..."
          {...(!ready && { disabledReason: 'Please meet all password requirements' })}
        >
          Set new password
        </Button>
      </form>
    </PublicPage>
  );
}
