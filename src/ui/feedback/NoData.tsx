import { Inbox } from 'lucide-react';
import { EmptyState } from './EmptyState.tsx';

/** What a table without rows says when nobody knows better words for it. */
export function NoData() {
  return (
    <EmptyState icon={Inbox} title="No data available">
      There are no items to display
    </EmptyState>
  );
}
