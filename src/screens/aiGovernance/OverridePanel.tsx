import { MessageCircleQuestion, Scale } from 'lucide-react';
import { useOpening } from '../../bridge/address/useOpening.ts';
import type { Override } from '../../contracts/agent.ts';
import { isLost } from '../../domain/freshness/freshness.ts';
import { useExport } from '../../bridge/useExport.ts';
import type { PanelFrame } from '../../bridge/reads/usePanel.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { SegmentedControl } from '../../ui/controls/SegmentedControl.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { NothingHeld } from '../../ui/page/NothingHeld.tsx';
import type { Refreshing } from '../../ui/page/PageAge.tsx';
import { ProblemPanel } from '../../ui/feedback/ProblemPanel.tsx';
import { Panel } from '../../ui/panel/Panel.tsx';
import type { AddressOf } from '../../domain/screens/address.ts';
import { cutLabels, listedOverrides, noneListedLabels } from './overrides.ts';
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
  readonly address: AddressOf<'aiGovernance'>;
  readonly show: (change: Partial<AddressOf<'aiGovernance'>>) => void;
  /** Why this person may not request an override; null if they may. */
  readonly disabledReason: string | null;
  readonly refreshing: Refreshing;
}

/** The override queue, pending requests first. */
export function OverridePanel({ panel, overrides, address, show, disabledReason, refreshing }: OverridePanelProps) {
  const { state, problem, freshness, unread } = panel;
  const opening = useOpening('aiGovernance', address, show);
  const found = listedOverrides(overrides, address.status);
  const cut = cutLabels(overrides, address.status);
  const exports = useExport({
    type: 'ai_overrides',
    title: 'Override requests',
    filter: { status: address.status === 'all' ? null : address.status, sort: address.sort },
    count: found.length,
    freshness,
    unread,
    missing: cut === null ? null : `${cut}.`,
    rows: (shown: readonly Override[]) => shown,
  });
  const none = noneListedLabels(overrides, address.status);
  const waiting = overrides.filter(({ status }) => status === 'pending').length;
  const ask = (
    <Button
      size="sm"
      icon={MessageCircleQuestion}
      onClick={() => show({ ask: 'new' })}
      {...(disabledReason !== null && { disabledReason: disabledReason })}
    >
      Request an override
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
        <ProblemPanel
          problem={problem}
          onRetry={refreshing.refresh}
          busy={refreshing.busy}
          stillWorks="The rest of this page is shown as stored on this device."
        />
      )}
      {state === 'empty' && (
        <NothingHeld freshness={freshness} icon={Scale} title="No requests">
          Request an override here; another person approves or rejects it.
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
          loading={state === 'loading'}
          order={{ sort: address.sort, onSort: (sort) => show({ sort }) }}
          opening={opening}
          exports={exports}
          note={cut}
        />
      )}
    </Panel>
  );
}
