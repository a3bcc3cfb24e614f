import { Inbox } from 'lucide-react';
import { EmptyState } from './EmptyState.tsx';

/** Default text of a table without rows. */
export function NoData() {
  return (
    <EmptyState icon={Inbox} title="No data available">
      There are no items to display
    </EmptyState>
  );
}
