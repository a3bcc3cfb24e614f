import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Problem } from '../../contracts/problem.ts';
import type { CameDamaged } from '../../domain/cameDamaged.ts';
import type { FreshnessState } from '../../domain/freshness.ts';
import type { PanelState } from '../../domain/panelState.ts';
import { ProblemPanel } from '../feedback/ProblemPanel.tsx';
import { Card } from '../panel/Card.tsx';
import { NothingHeld } from './NothingHeld.tsx';
import { UnreadLine } from './UnreadLine.tsx';

export interface LoadStatesProps {
  readonly state: PanelState;
  readonly problem: Problem | null;
  /** How old what is held is: that there is none is told as of then. */
  readonly freshness: FreshnessState;
  /** Rows of it that are damaged on this device (F-25): said beside what is left. */
  readonly unread: number;
  /** Rows of it that the platform counts and did not list. */
  readonly notHeld?: number;
  /** Names of those that the platform gave damaged. */
  readonly cameDamaged: readonly CameDamaged[];
  /** What one of its rows is called. */
  readonly what?: string;
  readonly onRetry: () => void;
  readonly busy: boolean;
  /** The document's words for the failure of this load, where it has some. */
  readonly failed?: string;
  readonly empty: { readonly icon: LucideIcon; readonly title: string; readonly text: string; readonly action?: ReactNode };
  /** The boxes of what comes. */
  readonly skeleton: ReactNode;
  /** Called only when there are rows. */
  readonly children: () => ReactNode;
}

/** What a whole screen shows in each of its states: boxes, nothing here yet, what went wrong, or the content. */
export function LoadStates({
  state,
  problem,
  freshness,
  unread,
  notHeld = 0,
  cameDamaged,
  what = 'row',
  onRetry,
  busy,
  failed,
  empty,
  skeleton,
  children,
}: LoadStatesProps) {
  switch (state) {
    case 'loading':
      return skeleton;
    case 'failed':
      return (
        <Card as="div">
          <ProblemPanel
            problem={problem}
            onRetry={onRetry}
            busy={busy}
            message={problem?.message ?? 'An error occurred while loading this content.'}
            stillWorks="The menus and the other pages still work."
            {...(failed === undefined ? {} : { title: failed })}
          />
        </Card>
      );
    case 'empty':
      return (
        <Card as="div">
          <NothingHeld freshness={freshness} icon={empty.icon} title={empty.title} action={empty.action}>
            {empty.text}
          </NothingHeld>
        </Card>
      );
    case 'ready':
      return (
        <>
          {children()}
          <UnreadLine unread={unread} cameDamaged={cameDamaged} notHeld={notHeld} what={what} />
        </>
      );
    default:
      return state satisfies never;
  }
}
