import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Problem } from '../../contracts/problem.ts';
import type { CameDamaged } from '../../domain/freshness/cameDamaged.ts';
import type { FreshnessState } from '../../domain/freshness/freshness.ts';
import type { PanelState } from '../../domain/freshness/panelState.ts';
import { Card } from '../panel/Card.tsx';
import { LoadFailed } from './LoadFailed.tsx';
import { NothingHeld } from './NothingHeld.tsx';
import { RefreshButton, type Refreshing } from './PageAge.tsx';
import { UnreadLine } from './UnreadLine.tsx';

/** Load state of a page's rows. */
export interface LoadFrame {
  readonly state: PanelState;
  readonly problem: Problem | null;
  /** Freshness of the data; an empty result is stated as of then. */
  readonly freshness: FreshnessState;
  /** Number of damaged rows on this device (F-25); shown beside the others. */
  readonly unread?: number;
  /** Number of rows that the platform counts but did not list. */
  readonly notHeld?: number;
  /** Rows that the platform sent in an unusable form. */
  readonly cameDamaged: readonly CameDamaged[];
}

export interface LoadStatesProps {
  readonly frame: LoadFrame;
  readonly refreshing: Refreshing;
  /** Name of one row. */
  readonly what?: string | undefined;
  /** The document's text for a failure of this load, if it has one. */
  readonly failed?: string | undefined;
  /** `action`: Refresh unless the screen has something better. */
  readonly empty: { readonly icon: LucideIcon; readonly title: string; readonly text: string; readonly action?: ReactNode };
  /** Skeleton of the content. */
  readonly skeleton: ReactNode;
  /** Called only if there are rows. */
  readonly children: () => ReactNode;
}

/** Content of a screen in each state: skeleton, empty, error, or the data. */
export function LoadStates({ frame, refreshing, what = 'row', failed, empty, skeleton, children }: LoadStatesProps) {
  const { state, problem, freshness, unread = 0, notHeld = 0, cameDamaged } = frame;
  switch (state) {
    case 'loading':
      return skeleton;
    case 'failed':
      return <LoadFailed problem={problem} refreshing={refreshing} title={failed} />;
    case 'empty':
      return (
        <Card as="div">
          <NothingHeld
            freshness={freshness}
            icon={empty.icon}
            title={empty.title}
            action={empty.action ?? <RefreshButton refreshing={refreshing} />}
          >
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
