import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { useHubStatus } from '../../bridge/hub/useHubStatus.ts';
import type { DeadLetter } from '../../contracts/deadLetter.ts';
import { businessNowOf } from '../../domain/businessClock.ts';
import { cutText, formatCount, plural } from '../../domain/format.ts';
import { formatAge } from '../../domain/formatTime.ts';
import { Checkbox } from '../../ui/controls/Checkbox.tsx';
import { Skeleton } from '../../ui/feedback/Skeleton.tsx';
import { useNextLine } from '../../ui/overlay/useNextLine.ts';
import { Card } from '../../ui/panel/Card.tsx';
import { StatusBadge } from '../../ui/status/StatusBadge.tsx';
import { TableFoot } from '../../ui/table/TableFoot.tsx';
import { useNow } from '../../ui/time/clock.tsx';
import { Time } from '../../ui/time/Time.tsx';
import type { ListProps } from './LetterTable.tsx';
import { MoreLines, moreLines } from '../../ui/page/MoreLines.tsx';
import { groupLetters, messageLength } from './model.ts';
import { isPromotable } from './promotion.ts';

/** Lines of a group rendered before the user asks for more. */
const firstLines = 100;

/** The dead letters grouped by error code: two lines each, the whole row is a button (LOOK, Phone and tablet). */
export function GroupedLetters({ letters, opening: { id: selected, onOpen }, busy, checked, onChecked, exports }: ListProps) {
  const groups = groupLetters(letters);
  const nextLine = useNextLine('.dlq-row');
  const businessNow = businessNowOf(useHubStatus().simulation, useNow(5000));
  /** Rendered lines per error code, for groups where the user asked for more. */
  const [drawn, setDrawn] = useState<ReadonlyMap<string, number>>(new Map());
  const tick = (items: readonly DeadLetter[], on: boolean) => {
    const next = new Set(checked);
    for (const letter of items)
      if (on && isPromotable(letter, busy)) next.add(letter.itemId);
      else next.delete(letter.itemId);
    onChecked(next);
  };
  return (
    <Card as="div" className="dlq-groups">
      <div {...nextLine}>
        {groups.map(({ errorCode, letters: members }) => {
          const free = members.filter((letter) => isPromotable(letter, busy));
          const ticked = free.filter(({ itemId }) => checked?.has(itemId) === true).length;
          const lines = drawn.get(errorCode) ?? firstLines;
          return (
            <section key={errorCode} aria-label={`${errorCode}, ${plural(members.length, 'item')}`}>
              <div className="dlq-group">
                {checked !== null && (
                  <Checkbox
                    label={`Select all of ${errorCode}`}
                    checked={free.length > 0 && ticked === free.length}
                    mixed={ticked > 0}
                    disabled={free.length === 0}
                    onChange={(on) => tick(members, on)}
                  />
                )}
                <h2>
                  <span className="uk-mono">{errorCode}</span> <span className="uk-fg3">{plural(members.length, 'item')}</span>
                </h2>
              </div>
              <ul>
                {members.slice(0, lines).map((letter) => {
                  const { itemId, errorMessage, correlationId, failedAt, retryCount } = letter;
                  const fate = busy.get(itemId);
                  const isTicked = checked?.has(itemId) === true;
                  return (
                    <li key={itemId} data-selected={itemId === selected || isTicked ? '' : undefined}>
                      {checked !== null && (
                        <Checkbox
                          label={`Select dead letter ${itemId}`}
                          checked={isTicked}
                          disabled={!isPromotable(letter, busy)}
                          onChange={(on) => tick([letter], on)}
                        />
                      )}
                      <button type="button" className="dlq-row" aria-expanded={itemId === selected} onClick={() => onOpen(itemId)}>
                        <span className="dlq-main">
                          <b title={errorMessage}>{cutText(errorMessage, messageLength)}</b>
                          <span className="dlq-ids">
                            <span className="uk-mono">{itemId}</span>
                            <span className="uk-mono uk-fg2 uk-clip">{correlationId}</span>
                            {fate !== undefined && <FateBadge fate={fate} />}
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
                  );
                })}
              </ul>
              <MoreLines
                hidden={members.length - lines}
                what="older item"
                onMore={() => setDrawn(new Map([...drawn, [errorCode, lines + moreLines]]))}
              />
            </section>
          );
        })}
      </div>
      <TableFoot offer={exports} shown={() => groups.flatMap((group) => group.letters)}>
        {plural(letters.length, 'result')}
      </TableFoot>
    </Card>
  );
}

/** Shows that a promotion of the item is pending or being sent. */
export function FateBadge({ fate }: { readonly fate: 'pending' | 'sending' }) {
  return (
    <StatusBadge status={fate === 'sending' ? 'processing' : 'pending'}>
      {fate === 'sending' ? 'Sending' : 'Waiting to be sent'}
    </StatusBadge>
  );
}

/** Skeleton of the list. */
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
