import { RefreshCw } from 'lucide-react';
import type { FreshnessState } from '../../domain/freshness/freshness.ts';
import { Button } from '../controls/Button.tsx';
import { FreshnessChip } from '../status/FreshnessChip.tsx';

interface PageAgeProps {
  readonly freshness: FreshnessState;
  readonly busy: boolean;
  readonly onRefresh: () => void;
}

/** Right side of a page header: the age of the data, and Refresh. */
export function PageAge({ freshness, busy, onRefresh }: PageAgeProps) {
  return (
    <>
      <FreshnessChip value={freshness} />
      <RefreshButton busy={busy} onRefresh={onRefresh} />
    </>
  );
}

/** Refetches from the platform. On a phone only the icon is shown; the word remains its accessible name. */
export function RefreshButton({ busy, onRefresh }: Omit<PageAgeProps, 'freshness'>) {
  return (
    <Button className="uk-refresh" icon={RefreshCw} busy={busy} onClick={onRefresh}>
      <span>Refresh</span>
    </Button>
  );
}
