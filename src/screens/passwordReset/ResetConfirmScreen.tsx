import { KeyRound, Unlink } from 'lucide-react';
import { navigate, useQuery } from '../../bridge/address/navigation.ts';
import { useActForm } from '../../bridge/acts/actForm.ts';
import { identityEndpoints } from '../../contracts/identityEndpoints.ts';
import { z } from '../../contracts/zod.ts';
import { newPasswordFields } from '../../domain/accounts/newPasswordFields.ts';
import { href } from '../../domain/screens/address.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { NewPasswordFields } from '../../ui/fields/NewPasswordFields.tsx';
import { FailedPage } from './FailedPage.tsx';
import { PublicPage } from './PublicPage.tsx';
import { tokenIn } from './tokenIn.ts';

/** Sets a new password from a mailed link (I-6). */
export function ResetConfirmScreen() {
  const token = tokenIn(useQuery());
  const { texts, now, set, complete, submit, busy, problem, reset } = useActForm({
    form: 'password.reset',
    start: { newPassword: '', repeated: '' },
    draft: null,
    schema: ({ newPassword }) => z.object(newPasswordFields(newPassword)),
    asked: ({ newPassword }) => ({ token: token ?? '', password: newPassword }),
    act: {
      route: 'now',
      send: (body, send) => send(identityEndpoints.confirmReset, { body }),
      done: () => navigate(href('login', { reset: 'success' }), { replace: true }),
    },
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
    return <FailedPage title="Reset Failed" what="Failed to reset password" problem={problem} onAgain={reset} onceGone={another} />;

  return (
    <PublicPage title="Set a new password" lead="Every device that is signed in with the old one is signed out.">
      <form
        className="door-form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (complete) submit();
        }}
      >
        <NewPasswordFields
          value={{ password: texts.newPassword, repeated: texts.repeated }}
          onChange={(change) => {
            const before = now();
            const { password, repeated } = change({ password: before.newPassword, repeated: before.repeated });
            set('newPassword', password);
            set('repeated', repeated);
          }}
        />
        <Button
          kind="primary"
          type="submit"
          full
          size="touch"
          icon={KeyRound}
          busy={busy}
          busyText="Setting..."
          {...(!complete && { disabledReason: 'Please meet all password requirements' })}
        >
          Set new password
        </Button>
      </form>
    </PublicPage>
  );
}
