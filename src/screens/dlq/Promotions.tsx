import { CornerUpRight, Undo2, X } from 'lucide-react';
import { memo, useState } from 'react';
import { hub } from '../../bridge/hub/hub.ts';
import type { DeadLetter } from '../../contracts/deadLetter.ts';
import { decisionSent, itemPromoted } from '../../domain/claims/deeds.ts';
import { formatCount, plural } from '../../domain/format.ts';
import { isUnsent } from '../../domain/outbox/item.ts';
import { commands, titleOf } from '../../domain/commands/commands.ts';
import { refusalLabels, stuckLabels, waitLabels } from '../../domain/outbox/labels.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { toast } from '../../ui/feedback/Toaster.tsx';
import { Bar } from '../../ui/panel/Meter.tsx';
import { Panel } from '../../ui/panel/Panel.tsx';
import { ClaimBadge } from '../../ui/status/ClaimBadge.tsx';
import { Time } from '../../ui/time/Time.tsx';
import { type Promoting, progressOf, stillQueued, tallyOf } from './promotion.ts';
import type { Promotion } from './usePromotion.ts';

/** Promotions shown before the user asks for the rest, because the queue itself stands below them. */
const firstShown = 10;

/** Promotions and the result of each item, until acknowledged; renders nothing without promotions. */
export function Promotions({ letters, promotion }: { readonly letters: readonly DeadLetter[]; readonly promotion: Promotion }) {
  const { outbox } = promotion;
  const [all, setAll] = useState(false);
  if (outbox.length === 0) return null;
  const newest = outbox.toReversed();
  const shown = all ? newest : newest.slice(0, firstShown);
  const more = newest.length - shown.length;
  const { items, sent, waiting, refused } = tallyOf(outbox);
  const settled = outbox.filter((item) => !isUnsent(item)).map(({ key }) => key);
  const words = [
    `${formatCount(sent)} of ${plural(items, 'item')} promoted`,
    waiting > 0 && `${formatCount(waiting)} waiting`,
    refused > 0 && `${formatCount(refused)} refused`,
  ];
  const said = words.filter((word) => word !== false).join(', ');
  return (
    <Panel
      title="Promotions"
      className="dlq-promotions"
      note={said}
      aside={
        settled.length > 1 && (
          <Button size="sm" kind="ghost" onClick={() => void hub.dismissSettled(settled)}>
            Dismiss {settled.length} finished
          </Button>
        )
      }
    >
      <div className="dlq-progress">
        <Bar share={items === 0 ? 0 : sent / items} tone={refused > 0 ? 'warn' : 'info'} label={said} />
      </div>
      <ul aria-label="Promotions">
        {shown.map((item) => (
          <li key={item.key}>
            <One item={item} letters={letters} promotion={promotion} />
          </li>
        ))}
      </ul>
      {more > 0 && (
        <div className="uk-more-lines">
          <Button onClick={() => setAll(true)}>Show {plural(more, 'earlier promotion')}</Button>
        </div>
      )}
    </Panel>
  );
}

interface OneProps {
  readonly item: Promoting;
  readonly letters: readonly DeadLetter[];
  readonly promotion: Promotion;
}

function One({ item, letters, promotion: { conditions, busy, look } }: OneProps) {
  const stuck = stuckLabels(item);
  const again = stillQueued(item, letters, busy);
  return (
    <>
      <div className="dlq-one">
        <div className="dlq-one-head">
          <ClaimBadge claim={decisionSent(item.key, item.state)} />
          <b>{titleOf(item.command)}</b>
          <span className="uk-fg3">
            decided <Time at={item.decidedAt} as="when" beside="server" />
          </span>
        </div>
        <p className="uk-fg2">
          {item.state === 'refused'
            ? refusalLabels(item)
            : item.state === 'sent'
              ? commands.promote.done(item.command)?.text
              : waitLabels(item, conditions)}
        </p>
      </div>
      <div className="dlq-one-acts">
        {again.length > 0 && (
          <Button size="sm" icon={CornerUpRight} onClick={() => look(again)}>
            {again.length === 1 ? `Look at ${again[0]?.itemId ?? ''} again` : `Look at ${plural(again.length, 'item')} again`}
          </Button>
        )}
        {isUnsent(item) ? (
          <Button size="sm" icon={Undo2} onClick={() => void takeBack(item)} {...(stuck !== null && { disabledReason: stuck })}>
            Cancel
          </Button>
        ) : (
          <Button size="sm" kind="ghost" icon={X} onClick={() => void hub.dismissSettled([item.key])}>
            Dismiss
          </Button>
        )}
      </div>
      <Fates item={item} />
    </>
  );
}

/**
 * The result of each item. Memoized by its command: the outbox is read again whenever any command changes, and rendering thousands of
 * lines each time would block the page for seconds.
 */
const Fates = memo(
  function Fates({ item }: { readonly item: Promoting }) {
    return (
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region must be reachable by keyboard
      <ul className="dlq-fates" aria-label={`Items of ${titleOf(item.command)}`} tabIndex={item.command.items.length > 12 ? 0 : undefined}>
        {progressOf(item).map(({ itemId, fate }) => (
          <li key={itemId}>
            <span className="uk-mono">{itemId}</span>
            <ClaimBadge claim={itemPromoted(itemId, fate)} filled={false} />
          </li>
        ))}
      </ul>
    );
  },
  (before, now) => before.item.key === now.item.key && before.item.state === now.item.state,
);

async function takeBack(item: Promoting): Promise<void> {
  const taken = await hub.takeBack([item.key]);
  if (!taken.ok) toast({ tone: 'bad', title: 'Not cancelled', text: taken.problem.message });
  else if (taken.value.taken === 0) toast({ tone: 'warn', title: 'Not cancelled', text: 'It was already being sent.' });
}
