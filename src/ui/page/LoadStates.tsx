import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Problem } from '../../contracts/problem.ts';
import type { CameDamaged } from '../../domain/freshness/cameDamaged.ts';
import type { FreshnessState } from '../../domain/freshness/freshness.ts';
import type { PanelState } from '../../domain/freshness/panelState.ts';
import { ProblemPanel } from '../feedback/ProblemPanel.tsx';
import { Card } from '../panel/Card.tsx';
import { NothingHeld } from './NothingHeld.tsx';
import { UnreadLine } from './UnreadLine.tsx';

export interface LoadStatesProps {
  readonly state: PanelState;
  readonly problem: Problem | null;
  /** Freshness of the data; an empty result is stated as of then. */
  readonly freshness: FreshnessState;
  /** Number of damaged rows on this device (F-25); shown beside the others. */
  readonly unread: number;
  /** Number of rows that the platform counts but did not list. */
  readonly notHeld?: number;
  /** Rows that the platform sent in an unusable form. */
  readonly cameDamaged: readonly CameDamaged[];
  /** Name of one row. */
  readonly what?: string;
  readonly onRetry: () => void;
  readonly busy: boolean;
  /** The document's text for a failure of this load, if it has one. */
  readonly failed?: string;
  readonly empty: { readonly icon: LucideIcon; readonly title: string; readonly text: string; readonly action?: ReactNode };
  /** Skeleton of the content. */
  readonly skeleton: ReactNode;
  /** Called only if there are rows. */
  readonly children: () => ReactNode;
}

/** Content of a screen in each state: skeleton, empty, error, or the data. */
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
