import { MailCheck, Send } from 'lucide-react';
import { useState } from 'react';
import { useAct } from '../../bridge/acts/useAct.ts';
import { identityEndpoints } from '../../contracts/identityEndpoints.ts';
import { addressProblem } from '../../domain/accounts/accountLabels.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import { FailedPage } from './FailedPage.tsx';
import { PublicPage } from './PublicPage.tsx';

/** Requests a reset link (I-5). The answer is the same for every address, so that it does not reveal whether an account exists. */
export function ResetRequestScreen() {
  const [email, setEmail] = useState('');
  const [wrong, setWrong] = useState<string | null>(null);
  const { state, busy, problem, run, reset } = useAct({
    route: 'now',
    send: (address: string, send) => send(identityEndpoints.requestReset, { body: { email: address } }),
  });
  const send = (): void => {
    const mistake = addressProblem(email);
    setWrong(mistake);
    if (mistake === null) void run(email.trim());
  };

  if (state.at === 'done')
    return (
      <PublicPage
        title="Check Your Email"
        mark={<MailCheck size={20} strokeWidth={1.75} aria-hidden />}
        lead={
          <>
            If <b>{email.trim()}</b> belongs to an account, an email with a link is on its way. The link works once, within 30 minutes.
          </>
        }
      >
        <div className="door-acts" role="status">
          <Button full size="touch" onClick={reset}>
            Use another address
          </Button>
        </div>
      </PublicPage>
    );
  if (problem !== null) return <FailedPage title="Request Failed" what="Failed to send reset email" problem={problem} onAgain={reset} />;
  return (
    <PublicPage title="Reset your password" lead="Enter your email and we’ll send a link to set a new password.">
      <form
        className="door-form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
      >
        <TextField
          label="Email"
          type="email"
          inputMode="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={320}
          required
          value={email}
          onChange={(value) => {
            setEmail(value);
            setWrong(null);
          }}
          {...(wrong !== null && { error: wrong })}
        />
        <Button kind="primary" type="submit" full size="touch" icon={Send} busy={busy} busyText="Sending...">
          Send reset link
        </Button>
      </form>
    </PublicPage>
  );
}
