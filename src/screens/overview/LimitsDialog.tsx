import { breachFactor, breachRules } from '../../domain/operations/breach.ts';
import { formatCount, formatPercent } from '../../domain/format.ts';
import { kpiThresholds, type Threshold } from '../../domain/operations/thresholds.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import { PlainTable } from '../../ui/table/PlainTable.tsx';

function shown(value: number, unit: Threshold['unit']): string {
  switch (unit) {
    case 'percent':
      return formatPercent(value, 0);
    case 'hours':
      return `${formatCount(value)} h`;
    case 'items':
      return formatCount(value);
    case 'milliseconds':
      return `${formatCount(value)} ms`;
    default:
      return unit satisfies never;
  }
}

/** The limits behind the status colours, with their sources (D-36). */
export function LimitsDialog({ onClose }: { readonly onClose: () => void }) {
  const rows = Object.entries(kpiThresholds).map(([id, { title, unit, direction, limit, critical, source }]) => {
    const sign = direction === 'atLeast' ? '≥' : '≤';
    return {
      id,
      cells: [
        title,
        `${sign} ${shown(limit, unit)}`,
        `${sign} ${shown(critical, unit)}`,
        <span key="source" className="overview-source">
          {source}
        </span>,
      ],
    };
  });
  return (
    <Dialog
      open
      onClose={onClose}
      size="steps"
      title="Limits for the status colours"
      description="These decide what is on target, at risk or off target."
      actions={
        <Button kind="primary" onClick={onClose}>
          Done
        </Button>
      }
    >
      <PlainTable
        label="Limits"
        heads={[
          { id: 'kpi', label: 'Figure' },
          { id: 'green', label: 'On target' },
          { id: 'amber', label: 'At risk' },
          { id: 'source', label: 'Source' },
        ]}
        rows={rows}
      />
      <p className="overview-limits-note">
        A breach warning follows the trend of the last {breachRules.dlqItems.windowMinutes} minutes to{' '}
        {formatPercent(breachFactor * 100, 0)} of the limit: amber at 60 minutes or less, red at 15 or less.
      </p>
    </Dialog>
  );
}
