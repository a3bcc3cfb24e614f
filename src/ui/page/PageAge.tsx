import { RefreshCw } from 'lucide-react';
import type { FreshnessState } from '../../domain/freshness/freshness.ts';
import { Button } from '../controls/Button.tsx';
import { FreshnessChip } from '../status/FreshnessChip.tsx';

/** The action of a Refresh button; `busy` until it has ended. */
export interface Refreshing {
  readonly busy: boolean;
  readonly refresh: () => void;
}

interface PageAgeProps {
  readonly freshness: FreshnessState;
  readonly refreshing: Refreshing;
}

/** Right side of a page header: the age of the data, and Refresh. */
export function PageAge({ freshness, refreshing }: PageAgeProps) {
  return (
    <>
      <FreshnessChip value={freshness} />
      <RefreshButton refreshing={refreshing} />
    </>
  );
}

/** Refetches from the platform. On a phone only the icon is shown; the word remains its accessible name. */
export function RefreshButton({ refreshing: { busy, refresh } }: Pick<PageAgeProps, 'refreshing'>) {
  return (
    <Button className="uk-refresh" icon={RefreshCw} busy={busy} onClick={refresh}>
      <span>Refresh</span>
    </Button>
  );
}
