import { MailCheck, Send } from 'lucide-react';
import { useState } from 'react';
import { fetchApi } from '../../bridge/fetchApi.ts';
import { identityEndpoints } from '../../contracts/identityEndpoints.ts';
import { addressProblem, failureText } from '../../domain/accountWords.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import { Glyph } from '../../ui/glyphs/Glyph.tsx';
import { DoorPage } from './DoorPage.tsx';

type State = { readonly step: 'form' | 'sending' | 'sent' } | { readonly step: 'failed'; readonly text: string };

/** Asking for a link (I-5). What is answered is the same for every address: whether it has an account is nobody's to learn here. */
export function ResetRequestScreen() {
  const [email, setEmail] = useState('');
  const [wrong, setWrong] = useState<string | null>(null);
  const [state, setState] = useState<State>({ step: 'form' });
  const send = async (): Promise<void> => {
    const problem = addressProblem(email);
    setWrong(problem);
    if (problem !== null) return;
    setState({ step: 'sending' });
    const answer = await fetchApi(identityEndpoints.requestReset, { body: { email: email.trim() } });
    setState(answer.ok ? { step: 'sent' } : { step: 'failed', text: failureText('Failed to send reset email', answer.problem) });
  };

  if (state.step === 'sent')
    return (
      <DoorPage
        title="Check Your Email"
        mark={<MailCheck size={20} strokeWidth={1.75} aria-hidden />}
        lead={
          <>
            If <b>{email.trim()}</b> belongs to an account, a letter with a link is on its way. The link works once, within 30 minutes.
          </>
        }
      >
        <div className="door-acts" role="status">
          <Button full size="touch" onClick={() => setState({ step: 'form' })}>
            Use another address
          </Button>
        </div>
      </DoorPage>
    );
  if (state.step === 'failed')
    return (
      <DoorPage title="Request Failed" failed mark={<Glyph shape="bad" size={20} />} lead={<span role="alert">{state.text}</span>}>
        <div className="door-acts">
          <Button kind="primary" full size="touch" onClick={() => setState({ step: 'form' })}>
            Try Again
          </Button>
        </div>
      </DoorPage>
    );
  return (
    <DoorPage title="Reset your password" lead="Enter the address you sign in with. You get a letter with a link that sets a new password.">
      <form
        className="door-form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (state.step === 'form') void send();
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
        <Button kind="primary" type="submit" full size="touch" icon={Send} busy={state.step === 'sending'} busyText="Sending...">
          Send reset link
        </Button>
      </form>
    </DoorPage>
  );
}
