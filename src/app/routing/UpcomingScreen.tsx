import { Construction } from 'lucide-react';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { Page } from '../../ui/page/Page.tsx';

/** Holds the place of a screen of the table whose room is still being built; gone when the last one is in. */
export function UpcomingScreen() {
  return (
    <Page title="Not in this build">
      <EmptyState icon={Construction} title="This page comes with a later build" />
    </Page>
  );
}
