import { Eye } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { fetchApi } from '../../bridge/reads/fetchApi.ts';
import { useDisabledReason } from '../../bridge/acts/useMay.ts';
import type { DeadLetter, WholeLetter } from '../../contracts/deadLetter.ts';
import { deadLetterEndpoints } from '../../contracts/deadLetterEndpoints.ts';
import type { Problem } from '../../contracts/problem.ts';
import { redactPayload } from '../../domain/redact.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { Banner } from '../../ui/feedback/Banner.tsx';
import { PayloadView } from './PayloadView.tsx';

type Asked =
  | { readonly state: 'no' | 'asking' }
  | { readonly state: 'whole'; readonly letter: WholeLetter }
  | { readonly state: 'failed'; readonly problem: Problem };

/** Explains to the user why the platform did not return the payload. */
function wordsOf({ code, message }: Problem): string {
  if (code === 'network' || code === 'timeout' || code === 'unavailable')
    return 'The platform cannot be reached, and the full payload is not stored on devices.';
  return `${message.replace(/\.$/, '')}.`;
}

/** Heading while the payload is not shown in full. */
const headOf = ({ withheld }: DeadLetter): string =>
  withheld === true ? 'Payload, personal data redacted, amounts hidden' : 'Payload, personal data redacted';

const ofAnother: Problem = { code: 'bad_shape', message: 'The answer is about another item', retry: true };

/**
 * A dead letter's payload without personal data (D-24). Holders of `action:promote_dlq` can request the full payload (G-28): the platform
 * records that, only this page holds it, and it is dropped when the drawer closes or the letter gets a new version.
 */
export function LetterPayload({ letter }: { readonly letter: DeadLetter }) {
  const disabledReason = useDisabledReason('action:promote_dlq');
  // The key discards the payload and a pending answer when the user loses the right or views the console in another role.
  return <Payload key={disabledReason === null ? 'may' : 'may not'} letter={letter} disabledReason={disabledReason} />;
}

function Payload({ letter, disabledReason }: { readonly letter: DeadLetter; readonly disabledReason: string | null }) {
  const { itemId, version, payload } = letter;
  const [asked, setAsked] = useState<Asked>({ state: 'no' });
  const leave = useRef<AbortController | null>(null);
  useEffect(() => () => leave.current?.abort(), []);
  const show = async (): Promise<void> => {
    if (asked.state === 'asking') return;
    const { signal } = (leave.current = new AbortController());
    setAsked({ state: 'asking' });
    const answer = await fetchApi(deadLetterEndpoints.showLetter, { params: { itemId }, body: { version: version ?? 0 }, signal });
    if (signal.aborted) return;
    if (!answer.ok) return setAsked({ state: 'failed', problem: answer.problem });
    const letterTold = answer.value.value;
    return setAsked(letterTold.itemId === itemId ? { state: 'whole', letter: letterTold } : { state: 'failed', problem: ofAnother });
  };
  const whole = asked.state === 'whole' ? asked.letter : null;
  return (
    <>
      <h3 className="uk-h3">{whole === null ? headOf(letter) : 'Payload, whole'}</h3>
      {payload === undefined && whole === null ? (
        <p className="uk-fg2">The item came without a payload.</p>
      ) : (
        <PayloadView payload={whole?.payload ?? redactPayload(payload ?? {})} />
      )}
      {whole !== null && whole.errorMessage !== letter.errorMessage && <p>{whole.errorMessage}</p>}
      {asked.state === 'failed' && (
        <Banner tone="bad" lead="Not shown.">
          {wordsOf(asked.problem)}
        </Banner>
      )}
      {letter.withheld === true && (
        <p className="uk-fg2 uk-small">Amounts, transactions and payees are hidden: your role cannot see finance data.</p>
      )}
      {letter.redacted === true && (
        <div className="dlq-whole">
          {whole === null ? (
            <Button
              icon={Eye}
              size="sm"
              busy={asked.state === 'asking'}
              onClick={() => void show()}
              {...(disabledReason !== null && { disabledReason: disabledReason })}
            >
              Show personal data
            </Button>
          ) : (
            <Button size="sm" onClick={() => setAsked({ state: 'no' })}>
              Redact again
            </Button>
          )}
          <p className="uk-fg2 uk-small">
            {whole === null
              ? 'Your request is recorded. The data is not stored on this device.'
              : 'Your request was recorded. The data is shown on this page only, until you close it.'}
          </p>
        </div>
      )}
    </>
  );
}
