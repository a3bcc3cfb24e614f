import { ChevronRight } from 'lucide-react';
import { useHubStatus } from '../../bridge/useHubStatus.ts';
import { businessNowOf } from '../../domain/businessClock.ts';
import { cutText, formatCount, plural } from '../../domain/format.ts';
import { formatAge } from '../../domain/formatTime.ts';
import { Skeleton } from '../../ui/feedback/Skeleton.tsx';
import { Card } from '../../ui/panel/Card.tsx';
import { useNow } from '../../ui/time/clock.tsx';
import { Time } from '../../ui/time/Time.tsx';
import { type LetterGroup, messageLength } from './model.ts';

interface GroupedLettersProps {
  readonly groups: readonly LetterGroup[];
  readonly selected: string | null;
  readonly onOpen: (itemId: string) => void;
}

/** The dead letters under the reason they failed for: two lines each, the whole line a button (LOOK, Phone and tablet). */
export function GroupedLetters({ groups, selected, onOpen }: GroupedLettersProps) {
  const businessNow = businessNowOf(useHubStatus().simulation, useNow(60_000));
  return (
    <Card as="div" className="dlq-groups">
      {groups.map(({ errorCode, letters }) => (
        <section key={errorCode} aria-label={`${errorCode}, ${plural(letters.length, 'item')}`}>
          <h2 className="dlq-group">
            <span className="uk-mono">{errorCode}</span>
            <span className="uk-fg3">{plural(letters.length, 'item')}</span>
          </h2>
          <ul>
            {letters.map(({ itemId, errorMessage, correlationId, failedAt, retryCount }) => (
              <li key={itemId} data-selected={itemId === selected ? '' : undefined}>
                <button type="button" className="dlq-row" aria-expanded={itemId === selected} onClick={() => onOpen(itemId)}>
                  <span className="dlq-main">
                    <b title={errorMessage}>{cutText(errorMessage, messageLength)}</b>
                    <span className="dlq-ids">
                      <span className="uk-mono">{itemId}</span>
                      <span className="uk-mono uk-fg2 uk-clip">{correlationId}</span>
                    </span>
                  </span>
                  <span className="dlq-fact">
                    <Time at={failedAt} as="when" inRow />
                    <span>{formatAge(businessNow - Date.parse(failedAt))}</span>
                  </span>
                  <span className="dlq-fact">
                    <b>{formatCount(retryCount)}</b>
                    <span>{retryCount === 1 ? 'retry' : 'retries'}</span>
                  </span>
                  <ChevronRight size={18} strokeWidth={1.75} aria-hidden />
                </button>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </Card>
  );
}

/** The boxes of the list while it loads. */
export function GroupedSkeleton() {
  return (
    <Card as="div" className="dlq-groups" busy>
      <div className="dlq-group">
        <Skeleton w={160} h={13} />
      </div>
      {[0, 1, 2].map((place) => (
        <div key={place} className="dlq-row">
          <span className="dlq-main">
            <Skeleton w="70%" h={14} block />
            <Skeleton w="40%" h={12} />
          </span>
          <span className="dlq-fact">
            <Skeleton w={56} h={28} />
          </span>
          <span className="dlq-fact">
            <Skeleton w={48} h={28} />
          </span>
        </div>
      ))}
    </Card>
  );
}
