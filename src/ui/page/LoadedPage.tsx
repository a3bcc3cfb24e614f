import type { ReactNode } from 'react';
import type { Problem } from '../../contracts/problem.ts';
import { plural } from '../../domain/format.ts';
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
}

interface LoadedPageProps extends Pick<LoadStatesProps, 'failed' | 'empty' | 'skeleton'> {
  readonly title: string;
  readonly badge?: ReactNode;
  /** Between the page's age and Refresh. */
  readonly actions?: ReactNode;
  readonly frame: LoadedFrame;
  readonly refreshing: { readonly busy: boolean; readonly refresh: () => void };
  /** Rows on this device that could not be read, and what they are called. */
  readonly corrupt?: { readonly count: number; readonly what: string };
  /** Called only when there are rows. */
  readonly children: () => ReactNode;
}

/** A screen over one resource: title, age and Refresh above; boxes, nothing yet, what went wrong, or the content below. */
export function LoadedPage({ title, badge, actions, frame, refreshing, failed, empty, skeleton, corrupt, children }: LoadedPageProps) {
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
          onRetry={refresh}
          busy={busy}
          {...(failed === undefined ? {} : { failed })}
          empty={{ action: <RefreshButton busy={busy} onRefresh={refresh} />, ...empty }}
          skeleton={skeleton}
        >
          {children}
        </LoadStates>
        {corrupt !== undefined && corrupt.count > 0 && (
          <p className="uk-fg2">{plural(corrupt.count, corrupt.what)} on this device could not be read and will be fetched again.</p>
        )}
      </Stack>
    </Page>
  );
}
