import type { ReactNode } from 'react';
import type { Problem } from '../../contracts/problem.ts';
import type { CameDamaged } from '../../domain/cameDamaged.ts';
import type { FreshnessState } from '../../domain/freshness.ts';
import type { PanelState } from '../../domain/panelState.ts';
import { LoadStates, type LoadStatesProps } from './LoadStates.tsx';
import { Page, Stack } from './Page.tsx';
import { RefreshButton } from './PageAge.tsx';
import { FreshnessChip } from '../status/FreshnessChip.tsx';

/** What is known of the rows that a page stands on. */
export interface LoadedFrame {
  readonly state: PanelState;
  readonly problem: Problem | null;
  readonly freshness: FreshnessState;
  /** Rows of it that are damaged on this device (F-25). */
  readonly unread: number;
  /** Rows of it that the platform counts and did not list. */
  readonly notHeld: number;
  /** Names of rows that the platform gave damaged. */
  readonly cameDamaged: readonly CameDamaged[];
}

interface LoadedPageProps extends Pick<LoadStatesProps, 'failed' | 'empty' | 'skeleton' | 'what'> {
  readonly title: string;
  readonly badge?: ReactNode;
  /** Between the page's age and Refresh. */
  readonly actions?: ReactNode;
  readonly frame: LoadedFrame;
  readonly refreshing: { readonly busy: boolean; readonly refresh: () => void };
  /** Called only when there are rows. */
  readonly children: () => ReactNode;
}

/** A screen over one resource: title, age and Refresh above; boxes, nothing yet, what went wrong, or the content below. */
export function LoadedPage({ title, badge, actions, frame, refreshing, failed, empty, skeleton, what, children }: LoadedPageProps) {
  const { busy, refresh } = refreshing;
  return (
    <Page
      title={title}
      badge={badge}
      actions={
        <>
          <FreshnessChip value={frame.freshness} />
          {actions}
          <RefreshButton busy={busy} onRefresh={refresh} />
        </>
      }
    >
      <Stack>
        <LoadStates
          state={frame.state}
          problem={frame.problem}
          freshness={frame.freshness}
          unread={frame.unread}
          notHeld={frame.notHeld}
          cameDamaged={frame.cameDamaged}
          {...(what === undefined ? {} : { what })}
          onRetry={refresh}
          busy={busy}
          {...(failed === undefined ? {} : { failed })}
          empty={{ action: <RefreshButton busy={busy} onRefresh={refresh} />, ...empty }}
          skeleton={skeleton}
        >
          {children}
        </LoadStates>
      </Stack>
    </Page>
  );
}
