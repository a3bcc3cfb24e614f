import type { ReactNode } from 'react';
import type { Problem } from '../../contracts/problem.ts';
import type { CameDamaged } from '../../domain/freshness/cameDamaged.ts';
import type { FreshnessState } from '../../domain/freshness/freshness.ts';
import type { PanelState } from '../../domain/freshness/panelState.ts';
import { LoadStates, type LoadStatesProps } from './LoadStates.tsx';
import { Page, Stack } from './Page.tsx';
import { RefreshButton } from './PageAge.tsx';
import { FreshnessChip } from '../status/FreshnessChip.tsx';

/** Load state of the page's rows. */
export interface LoadedFrame {
  readonly state: PanelState;
  readonly problem: Problem | null;
  readonly freshness: FreshnessState;
  /** Number of damaged rows on this device (F-25). */
  readonly unread: number;
  /** Number of rows that the platform counts but did not list. */
  readonly notHeld: number;
  /** Rows that the platform sent in an unusable form. */
  readonly cameDamaged: readonly CameDamaged[];
}

interface LoadedPageProps extends Pick<LoadStatesProps, 'failed' | 'empty' | 'skeleton' | 'what'> {
  readonly title: string;
  readonly badge?: ReactNode;
  /** Placed between the page's age and Refresh. */
  readonly actions?: ReactNode;
  readonly frame: LoadedFrame;
  readonly refreshing: { readonly busy: boolean; readonly refresh: () => void };
  /** Called only if there are rows. */
  readonly children: () => ReactNode;
}

/** A screen over one resource: title, age and Refresh above; skeleton, empty, error or data below. */
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
