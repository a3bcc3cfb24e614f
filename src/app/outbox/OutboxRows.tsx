import { Undo2, X } from 'lucide-react';
import { useState } from 'react';
import { decisionSent } from '../../domain/claims/deeds.ts';
import { hub } from '../../bridge/hub/hub.ts';
import { useOutboxConditions } from '../../bridge/acts/useOutbox.ts';
import type { OutboxItem } from '../../contracts/outbox.ts';
import { detailOf, titleOf } from '../../domain/commands/commands.ts';
import { refusalLabels, stuckLabels, waitLabels } from '../../domain/outbox/labels.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { toast } from '../../ui/feedback/Toaster.tsx';
import { MoreLines, moreLines } from '../../ui/page/MoreLines.tsx';
import { ClaimBadge } from '../../ui/status/ClaimBadge.tsx';
import { Time } from '../../ui/time/Time.tsx';

/** Commands with their state, its reason, and the remaining actions. */
export function OutboxRows({ items, label }: { readonly items: readonly OutboxItem[]; readonly label: string }) {
  const conditions = useOutboxConditions();
  const [lines, setLines] = useState(moreLines);
  return (
    <>
      <ul className="app-outbox" aria-label={label}>
        {items.slice(0, lines).map((item) => {
          const detail = detailOf(item.command);
          const stuck = stuckLabels(item);
          return (
            <li key={item.key}>
              <div className="app-outbox-head">
                <b>{titleOf(item.command)}</b>
                <ClaimBadge claim={decisionSent(item.key, item.state)} />
              </div>
              {detail !== null && <p className={`uk-fg2 app-outbox-ids${item.command.kind === 'promote' ? ' uk-mono' : ''}`}>{detail}</p>}
              <p className="uk-fg2">
                {item.state === 'refused'
                  ? refusalLabels(item)
                  : item.state === 'sent'
                    ? 'The platform has confirmed it.'
                    : waitLabels(item, conditions)}
              </p>
              <div className="app-outbox-foot">
                <span className="uk-fg3">
                  Decided <Time at={item.decidedAt} as="when" beside="server" />
                </span>
                {item.state === 'refused' || item.state === 'sent' ? (
                  <Button size="sm" kind="ghost" icon={X} onClick={() => void hub.dismissSettled([item.key])}>
                    Dismiss
                  </Button>
                ) : (
                  <Button
                    size="sm"
                    kind="ghost"
                    icon={Undo2}
                    onClick={() => void takeBack(item.key)}
                    {...(stuck !== null && { disabledReason: stuck })}
                  >
                    Cancel
                  </Button>
                )}
              </div>
            </li>
          );
        })}
      </ul>
      <MoreLines hidden={items.length - lines} what="later action" onMore={() => setLines(lines + moreLines)} />
    </>
  );
}

async function takeBack(key: string): Promise<void> {
  const taken = await hub.takeBack([key]);
  if (!taken.ok) toast({ tone: 'bad', title: 'Not cancelled', text: taken.problem.message });
  else if (taken.value.taken === 0) toast({ tone: 'warn', title: 'Not cancelled', text: 'It was already being sent.' });
}
