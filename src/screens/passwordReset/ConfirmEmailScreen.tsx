import { MailCheck, Unlink } from 'lucide-react';
import { useState } from 'react';
import { navigate, useQuery } from '../../bridge/navigation.ts';
import { fetchApi } from '../../bridge/fetchApi.ts';
import { identityEndpoints } from '../../contracts/identityEndpoints.ts';
import { failureText } from '../../domain/accountLabels.ts';
import { screenHref } from '../../domain/link.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { Glyph } from '../../ui/glyphs/Glyph.tsx';
import { PublicPage } from './PublicPage.tsx';
import { tokenIn } from './tokenIn.ts';

type State =
  | { readonly step: 'asked' | 'busy' }
  | { readonly step: 'done'; readonly email: string }
  | { readonly step: 'failed'; readonly text: string; readonly over: boolean };

/** Confirms a new email address from the mailed link (D-22). Requires a button press, because mail scanners open links. */
export function ConfirmEmailScreen() {
  const token = tokenIn(useQuery());
  const [state, setState] = useState<State>({ step: 'asked' });
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
  const send = async (): Promise<void> => {
    setState({ step: 'busy' });
    const answer = await fetchApi(identityEndpoints.confirmEmail, { body: { token } });
    if (answer.ok) return setState({ step: 'done', email: answer.value.value.email });
    setState({ step: 'failed', text: failureText('Failed to confirm the address', answer.problem), over: answer.problem.code === 'gone' });
  };
  switch (state.step) {
    case 'done':
      return (
        <PublicPage
          title="Address confirmed"
          mark={<MailCheck size={20} strokeWidth={1.75} aria-hidden />}
          lead={
            <span role="status">
              Your account uses <b>{state.email}</b> from now on. Use it to sign in.
            </span>
          }
        >
          <div className="door-acts">{toProfile}</div>
        </PublicPage>
      );
    case 'failed':
      return (
        <PublicPage title="Not confirmed" failed mark={<Glyph shape="bad" size={20} />} lead={<span role="alert">{state.text}</span>}>
          <div className="door-acts">
            {state.over ? (
              toProfile
            ) : (
              <Button kind="primary" full size="touch" onClick={() => setState({ step: 'asked' })}>
                Try Again
              </Button>
            )}
          </div>
        </PublicPage>
      );
    case 'asked':
    case 'busy':
      return (
        <PublicPage title="Confirm your new address" lead="Your account will use this address, and you sign in with it.">
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
        </PublicPage>
      );
    default:
      return state satisfies never;
  }
}
