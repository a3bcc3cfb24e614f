import { RefreshCw } from 'lucide-react';
import type { FreshnessState } from '../../domain/freshness.ts';
import { Button } from '../controls/Button.tsx';
import { FreshnessChip } from '../status/FreshnessChip.tsx';

interface PageAgeProps {
  readonly freshness: FreshnessState;
  readonly busy: boolean;
  readonly onRefresh: () => void;
}

/** Right in a page's head: how old what it shows is, and the way to newer. */
export function PageAge({ freshness, busy, onRefresh }: PageAgeProps) {
  return (
    <>
      <FreshnessChip value={freshness} />
      <RefreshButton busy={busy} onRefresh={onRefresh} />
    </>
  );
}

/** Asks the platform again now. On a phone the icon alone is drawn; the word stays its name. */
export function RefreshButton({ busy, onRefresh }: Omit<PageAgeProps, 'freshness'>) {
  return (
    <Button className="uk-refresh" icon={RefreshCw} busy={busy} onClick={onRefresh}>
      <span>Refresh</span>
    </Button>
  );
}
