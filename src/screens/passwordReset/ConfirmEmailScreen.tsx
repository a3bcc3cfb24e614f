import { MailCheck, Unlink } from 'lucide-react';
import { useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { fetchApi } from '../../bridge/fetchApi.ts';
import { identityEndpoints } from '../../contracts/identityEndpoints.ts';
import { failureText } from '../../domain/accountWords.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { Glyph } from '../../ui/glyphs/Glyph.tsx';
import { DoorPage } from './DoorPage.tsx';
import { tokenIn } from './tokenIn.ts';

type State =
  | { readonly step: 'asked' | 'busy' }
  | { readonly step: 'done'; readonly email: string }
  | { readonly step: 'failed'; readonly text: string; readonly over: boolean };

/** The link of a new address (D-22). Pressing is what confirms: programs that look at links in letters press nothing. */
export function ConfirmEmailScreen() {
  const [, navigate] = useLocation();
  const token = tokenIn(useSearch());
  const [state, setState] = useState<State>({ step: 'asked' });
  const toProfile = (
    <Button kind="primary" full size="touch" onClick={() => navigate('/profile')}>
      Go to Profile
    </Button>
  );
  if (token === null)
    return (
      <DoorPage
        title="Invalid Link"
        mark={<Unlink size={20} strokeWidth={1.75} aria-hidden />}
        lead="This is not a whole link. Copy all of it from the letter, or ask for the change again in your profile."
      >
        <div className="door-acts">{toProfile}</div>
      </DoorPage>
    );
  const send = async (): Promise<void> => {
    setState({ step: 'busy' });
    const answer = await fetchApi(identityEndpoints.confirmEmail, { body: { token } });
    if (answer.ok) return setState({ step: 'done', email: answer.value.value.email });
    setState({ step: 'failed', text: failureText('Failed to confirm the address', answer.problem), over: answer.problem.code === 'gone' });
  };
  switch (state.step) {
    case 'done':
      return (
        <DoorPage
          title="Address confirmed"
          mark={<MailCheck size={20} strokeWidth={1.75} aria-hidden />}
          lead={
            <span role="status">
              Your account uses <b>{state.email}</b> from now on. You sign in with it.
            </span>
          }
        >
          <div className="door-acts">{toProfile}</div>
        </DoorPage>
      );
    case 'failed':
      return (
        <DoorPage title="Not confirmed" failed mark={<Glyph shape="bad" size={20} />} lead={<span role="alert">{state.text}</span>}>
          <div className="door-acts">
            {state.over ? (
              toProfile
            ) : (
              <Button kind="primary" full size="touch" onClick={() => setState({ step: 'asked' })}>
                Try Again
              </Button>
            )}
          </div>
        </DoorPage>
      );
    case 'asked':
    case 'busy':
      return (
        <DoorPage title="Confirm your new address" lead="Your account uses this mailbox from then on, and you sign in with it.">
          <div className="door-acts">
            <Button
              kind="primary"
              full
              size="touch"
              icon={MailCheck}
              busy={state.step === 'busy'}
              busyText="Confirming..."
              onClick={() => void send()}
            >
              Confirm this address
            </Button>
          </div>
        </DoorPage>
      );
    default:
      return state satisfies never;
  }
}
