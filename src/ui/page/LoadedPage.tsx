import type { ReactNode } from 'react';
import { LoadStates, type LoadStatesProps } from './LoadStates.tsx';
import { Page, Stack } from './Page.tsx';
import { RefreshButton } from './PageAge.tsx';
import { FreshnessChip } from '../status/FreshnessChip.tsx';

interface LoadedPageProps extends LoadStatesProps {
  readonly title: string;
  readonly badge?: ReactNode;
  /** Placed between the page's age and Refresh. */
  readonly actions?: ReactNode;
}

/** A screen over one resource: title, age and Refresh above; skeleton, empty, error or data below. */
export function LoadedPage({ title, badge, actions, ...loaded }: LoadedPageProps) {
  const { frame, refreshing } = loaded;
  return (
    <Page
      title={title}
      badge={badge}
      actions={
        <>
          <FreshnessChip value={frame.freshness} />
          {actions}
          <RefreshButton refreshing={refreshing} />
        </>
      }
    >
      <Stack>
        <LoadStates {...loaded} />
      </Stack>
    </Page>
  );
}
