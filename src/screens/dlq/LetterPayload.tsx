import { Eye } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { fetchApi } from '../../bridge/fetchApi.ts';
import { useBarred } from '../../bridge/useMay.ts';
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

/** Why the platform did not give it, in a person's words. */
function wordsOf({ code, message }: Problem): string {
  if (code === 'network' || code === 'timeout' || code === 'unavailable')
    return 'The platform cannot be reached, and no device keeps the whole payload.';
  return `${message.replace(/\.$/, '')}.`;
}

const ofAnother: Problem = { code: 'bad_shape', message: 'What arrived is about another item', retry: true };

/**
 * What stands in a dead letter, without anything of a person (D-24). Those who may promote it are shown the whole when they ask (G-28): the platform puts that on record, this page alone holds
 * what came, and it is gone with the drawer, or with the letter's next version.
 */
export function LetterPayload({ letter }: { readonly letter: DeadLetter }) {
  const barred = useBarred('action:promote_dlq');
  // Whoever loses the right, or looks as another role, loses the sight of it, and an answer that is on its way.
  return <Payload key={barred === null ? 'may' : 'may not'} letter={letter} barred={barred} />;
}

function Payload({ letter, barred }: { readonly letter: DeadLetter; readonly barred: string | null }) {
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
      <h3 className="uk-h3">{whole === null ? 'Payload, personal data redacted' : 'Payload, whole'}</h3>
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
      {letter.redacted === true && (
        <div className="dlq-whole">
          {whole === null ? (
            <Button
              icon={Eye}
              size="sm"
              busy={asked.state === 'asking'}
              onClick={() => void show()}
              {...(barred !== null && { disabledReason: barred })}
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
              ? 'That you asked is put on record. Nothing of it is kept on this device.'
              : 'That you asked is on record. It is on this page alone, and gone when you close it.'}
          </p>
        </div>
      )}
    </>
  );
}
