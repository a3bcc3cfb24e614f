import { MailCheck, Unlink } from 'lucide-react';
import { navigate, useQuery } from '../../bridge/address/navigation.ts';
import { useAct } from '../../bridge/acts/useAct.ts';
import { identityEndpoints } from '../../contracts/identityEndpoints.ts';
import { screenHref } from '../../domain/screens/link.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { FailedPage } from './FailedPage.tsx';
import { PublicPage } from './PublicPage.tsx';
import { tokenIn } from './tokenIn.ts';

/** Confirms a new email address from the mailed link (D-22). Requires a button press, because mail scanners open links. */
export function ConfirmEmailScreen() {
  const token = tokenIn(useQuery());
  const { state, busy, problem, run, reset } = useAct({
    route: 'now',
    send: (linked: string, send) => send(identityEndpoints.confirmEmail, { body: { token: linked } }),
  });
  const toProfile = (
    <Button kind="primary" full size="touch" onClick={() => navigate(screenHref('profile'))}>
      Go to Profile
    </Button>
  );
  if (token === null)
    return (
      <PublicPage
        title="Invalid Link"
        mark={<Unlink size={20} strokeWidth={1.75} aria-hidden />}
        lead="This link is incomplete. Copy all of it from the email, or request the change again in your profile."
      >
        <div className="door-acts">{toProfile}</div>
      </PublicPage>
    );
  if (state.at === 'done')
    return (
      <PublicPage
        title="Address confirmed"
        mark={<MailCheck size={20} strokeWidth={1.75} aria-hidden />}
        lead={
          <span role="status">
            Your account uses <b>{state.answer.email}</b> from now on. Use it to sign in.
          </span>
        }
      >
        <div className="door-acts">{toProfile}</div>
      </PublicPage>
    );
  if (problem !== null)
    return <FailedPage title="Not confirmed" what="Failed to confirm the address" problem={problem} onAgain={reset} onceGone={toProfile} />;
  return (
    <PublicPage title="Confirm your new address" lead="Your account will use this address, and you sign in with it.">
      <div className="door-acts">
        <Button kind="primary" full size="touch" icon={MailCheck} busy={busy} busyText="Confirming..." onClick={() => void run(token)}>
          Confirm this address
        </Button>
      </div>
    </PublicPage>
  );
}
