import { MessageCircleQuestion, Scale } from 'lucide-react';
import type { Override } from '../../contracts/agent.ts';
import { isLost } from '../../domain/freshness.ts';
import { useExport } from '../../bridge/useExport.ts';
import type { PanelFrame } from '../../bridge/usePanel.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { SegmentedControl } from '../../ui/controls/SegmentedControl.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { NothingHeld } from '../../ui/page/NothingHeld.tsx';
import { ProblemPanel } from '../../ui/feedback/ProblemPanel.tsx';
import { Panel } from '../../ui/panel/Panel.tsx';
import { listedOverrides, noneListedWords, type GovernanceAddress } from './overrides.ts';
import { OverrideTable } from './OverrideTable.tsx';

const statuses = [
  { value: 'all', label: 'All' },
  { value: 'pending', label: 'Pending' },
  { value: 'approved', label: 'Approved' },
  { value: 'rejected', label: 'Rejected' },
] as const;

interface OverridePanelProps {
  readonly panel: PanelFrame;
  readonly overrides: readonly Override[];
  readonly address: GovernanceAddress;
  readonly show: (change: Partial<GovernanceAddress>) => void;
  /** Why this person may not ask for one; null where they may. */
  readonly barred: string | null;
  readonly onRetry: () => void;
  readonly busy: boolean;
}

/** The override queue: what people would put in place of an agent's word, what waits first. */
export function OverridePanel({ panel, overrides, address, show, barred, onRetry, busy }: OverridePanelProps) {
  const { state, problem, freshness, unread } = panel;
  const found = listedOverrides(overrides, address.status);
  const exports = useExport({
    type: 'ai_overrides',
    title: 'Override requests',
    filter: { status: address.status === 'all' ? null : address.status, sort: address.sort },
    count: found.length,
    freshness,
    unread,
    rows: (shown: readonly Override[]) => shown,
  });
  const none = noneListedWords(overrides, address.status);
  const waiting = overrides.filter(({ status }) => status === 'pending').length;
  const ask = (
    <Button
      size="sm"
      icon={MessageCircleQuestion}
      onClick={() => show({ ask: 'new' })}
      {...(barred !== null && { disabledReason: barred })}
    >
      Ask for an override
    </Button>
  );
  return (
    <Panel
      title="Override requests"
      note={state === 'ready' ? `${isLost(freshness) ? 'when last known, ' : ''}${waiting} waiting for a decision` : undefined}
      aside={ask}
      freshness={freshness}
      busy={state === 'loading'}
      className="governance-overrides"
    >
      {(state === 'loading' || state === 'ready') && (
        <div className="governance-filter">
          <SegmentedControl label="State" value={address.status} options={statuses} onChange={(status) => show({ status })} />
        </div>
      )}
      {state === 'failed' && (
        <ProblemPanel problem={problem} onRetry={onRetry} busy={busy} stillWorks="What else this device holds of this page is shown." />
      )}
      {state === 'empty' && (
        <NothingHeld freshness={freshness} icon={Scale} title="No requests">
          A person who knows better than an agent asks here; somebody else decides.
        </NothingHeld>
      )}
      {state === 'ready' && found.length === 0 && (
        <EmptyState icon={Scale} title={none.title} action={<Button onClick={() => show({ status: 'all' })}>Show all</Button>}>
          {none.all}
        </EmptyState>
      )}
      {(state === 'loading' || (state === 'ready' && found.length > 0)) && (
        <OverrideTable
          overrides={found}
          selected={address.override}
          loading={state === 'loading'}
          order={{ sort: address.sort, onSort: (sort) => show({ sort }) }}
          onOpen={(override) => show({ override })}
          exports={exports}
        />
      )}
    </Panel>
  );
}
