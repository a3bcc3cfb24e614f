import { Undo2, X } from 'lucide-react';
import { decisionSent } from '../../domain/claims/deeds.ts';
import { Button } from '../controls/Button.tsx';
import { Panel } from '../panel/Panel.tsx';
import { ClaimBadge } from '../status/ClaimBadge.tsx';
import { Time } from '../time/Time.tsx';
import './decisions.css';

/** A command from this device with its state. */
export interface DecisionItem {
  readonly key: string;
  readonly state: 'pending' | 'sending' | 'sent' | 'refused';
  readonly title: string;
  readonly detail: string | null;
  readonly words: string;
  readonly decidedAt: number;
  readonly unsent: boolean;
  readonly stuck: string | null;
}

interface DecisionListProps {
  readonly items: readonly DecisionItem[];
  readonly onTakeBack: (key: string) => void;
  readonly onDismiss: (keys: readonly string[]) => void;
}

/** Commands from this device and their results, until dismissed; renders nothing without any. */
export function DecisionList({ items, onTakeBack, onDismiss }: DecisionListProps) {
  if (items.length === 0) return null;
  const settled = items.filter(({ unsent }) => !unsent).map(({ key }) => key);
  const waiting = items.length - settled.length;
  return (
    <Panel
      title="Your decisions"
      note={waiting === 0 ? 'all answered' : `${waiting} waiting`}
      aside={
        settled.length > 1 && (
          <Button size="sm" kind="ghost" onClick={() => onDismiss(settled)}>
            Dismiss {settled.length} answered
          </Button>
        )
      }
    >
      <ul className="uk-decisions" aria-label="Your decisions">
        {items.map((item) => (
          <li key={item.key}>
            <div>
              <div className="uk-decision-head">
                <ClaimBadge claim={decisionSent(item.key, item.state)} />
                <b>{item.title}</b>
                <span className="uk-fg3">
                  decided <Time at={item.decidedAt} as="when" beside="server" />
                </span>
              </div>
              {item.detail !== null && <p className="uk-decision-detail">{item.detail}</p>}
              <p className="uk-fg2">{item.words}</p>
            </div>
            {item.unsent ? (
              <Button
                size="sm"
                icon={Undo2}
                onClick={() => onTakeBack(item.key)}
                {...(item.stuck !== null && { disabledReason: item.stuck })}
              >
                Cancel
              </Button>
            ) : (
              <Button size="sm" kind="ghost" icon={X} onClick={() => onDismiss([item.key])}>
                Dismiss
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Panel>
  );
}
