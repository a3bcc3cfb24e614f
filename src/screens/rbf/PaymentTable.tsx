import { useMemo } from 'react';
import type { RbfPayment } from '../../contracts/rbf.ts';
import type { RecordVerdict } from '../../contracts/verdict.ts';
import type { TableExport } from '../../domain/exports/tableExport.ts';
import type { PaymentStatus } from '../../domain/finance/financeMoves.ts';
import { cutHash, formatMoney } from '../../domain/format.ts';
import { milestoneProgress } from '../../domain/operations/milestones.ts';
import { recordWord } from '../../ui/evidence/recordVerdict.ts';
import { SignatureBadge } from '../../ui/evidence/SignaturesLine.tsx';
import { Meter } from '../../ui/panel/Meter.tsx';
import { milestoneReached, paymentPaid } from '../../domain/claims/records.ts';
import { ClaimBadge } from '../../ui/status/ClaimBadge.tsx';
import type { Column } from '../../ui/table/columns.ts';
import { DataTable } from '../../ui/table/DataTable.tsx';
import type { OrderInAddress } from '../../ui/table/keptOrder.ts';
import type { TableOf, TableOpening } from '../../ui/table/table.ts';
import { Time } from '../../ui/time/Time.tsx';
import { moneyOf } from '../../domain/money/money.ts';

/** Badge with a payment's status. */
export function PaymentBadge({ about, status }: { readonly about: string; readonly status: PaymentStatus }) {
  return <ClaimBadge claim={paymentPaid(about, status)} />;
}

/** The measured value as a bar, with the milestone's limit marked on it. */
export function MilestoneBar({ about, milestone }: { readonly about: string; readonly milestone: RbfPayment['milestone'] }) {
  const { metric, actual, limit, max, reached } = milestoneProgress(milestone);
  return (
    <span className="rbf-progress">
      <Meter
        value={milestone.actualPerformance}
        max={max}
        limit={milestone.threshold}
        tone={milestoneReached(about, { reached })}
        label={`${metric} ${actual}, target ${limit}`}
      />
      <span>
        <b>{actual}</b> (target {limit})
      </span>
    </span>
  );
}

/** A payment with the signature check made on this device; undefined until it is checked. */
interface Line {
  readonly record: RbfPayment;
  readonly verdict: RecordVerdict | undefined;
}

/** Defined outside the component so that the table gets the same array on every render. */
const columns: readonly Column<Line>[] = [
  {
    id: 'payment',
    header: 'Payment',
    width: 96,
    priority: 1,
    sortValue: ({ record: { payment_id } }) => payment_id,
    cell: ({ record: { payment_id } }) => <span className="uk-mono">{payment_id}</span>,
  },
  {
    id: 'milestone',
    header: 'Milestone',
    width: 242,
    grow: 1,
    priority: 3,
    sortValue: ({ record: { milestone } }) => milestone.description,
    cell: ({ record: { milestone } }) => (
      <span className="uk-clip" title={milestone.description}>
        {milestone.description}
      </span>
    ),
  },
  {
    id: 'progress',
    header: 'Performance',
    width: 232,
    priority: 2,
    cell: ({ record: { payment_id, milestone } }) => <MilestoneBar about={payment_id} milestone={milestone} />,
  },
  {
    id: 'site',
    header: 'Site',
    width: 108,
    priority: 3,
    sortValue: ({ record: { site_code } }) => site_code,
    cell: ({ record: { site_code } }) => <span className="uk-mono uk-fg2">{site_code}</span>,
  },
  {
    id: 'amount',
    header: 'Amount',
    width: 112,
    align: 'end',
    priority: 1,
    descFirst: true,
    sortValue: ({ record: { payment } }) => payment.amount,
    cell: ({ record: { payment } }) => formatMoney(moneyOf(payment.amount, payment.currency)),
  },
  {
    id: 'status',
    header: 'Status',
    width: 98,
    priority: 1,
    sortValue: ({ record: { payment } }) => payment.status,
    cell: ({ record: { payment_id, payment } }) => <PaymentBadge about={payment_id} status={payment.status} />,
  },
  {
    id: 'paid',
    header: 'Paid',
    width: 148,
    align: 'end',
    priority: 2,
    descFirst: true,
    // Unpaid payments sort as the newest, as in the stored order, because users wait for them.
    sortValue: ({ record: { payment } }) => payment.paidAt ?? '9999',
    cell: ({ record: { payment } }) =>
      payment.paidAt === null ? (
        <span className="uk-fg3">{payment.status === 'failed' ? 'Refused' : 'Not yet'}</span>
      ) : (
        <Time at={payment.paidAt} as="when" inRow />
      ),
  },
  {
    id: 'transaction',
    header: 'Transaction',
    width: 124,
    priority: 4,
    cell: ({ record: { payment } }) =>
      payment.transactionId === null ? (
        <span className="uk-fg3">None</span>
      ) : (
        <span className="uk-mono uk-fg2 uk-clip">{payment.transactionId}</span>
      ),
  },
  {
    id: 'signature',
    header: 'Signature',
    width: 116,
    priority: 4,
    sortValue: ({ record, verdict }) => recordWord(record.payment_id, verdict),
    cell: ({ record, verdict }) => <SignatureBadge about={record.payment_id} verdict={verdict} />,
  },
  {
    id: 'evidence',
    header: 'Evidence',
    width: 116,
    priority: 3,
    sortValue: ({ record }) => record.evidencePackId ?? '',
    cell: ({ record: { evidencePackId } }) =>
      evidencePackId === undefined ? (
        <span className="uk-fg3">Not reported</span>
      ) : evidencePackId === null ? (
        <span className="uk-fg2">No pack</span>
      ) : (
        <span className="uk-mono">{evidencePackId}</span>
      ),
  },
  {
    id: 'covenant',
    header: 'Covenant hash',
    width: 122,
    priority: 5,
    cell: ({ record: { covenant_hash } }) => (
      <span className="uk-mono uk-fg2" title={covenant_hash}>
        {cutHash(covenant_hash, 12)}
      </span>
    ),
  },
];

const table: TableOf<Line> = {
  label: 'RBF payments',
  columns,
  usual: { id: 'paid', desc: true },
  rowId: ({ record: { payment_id } }) => payment_id,
  rowName: ({ record: { payment_id } }) => `payment ${payment_id}`,
  card: ({ record: { payment_id, site_code, payment } }) => ({
    title: formatMoney(moneyOf(payment.amount, payment.currency)),
    meta: (
      <span className="uk-mono">
        {payment_id} · {site_code}
      </span>
    ),
    aside: <PaymentBadge about={payment_id} status={payment.status} />,
  }),
};

interface PaymentTableProps {
  readonly payments: readonly RbfPayment[];
  readonly verdicts: ReadonlyMap<string, RecordVerdict>;
  readonly order: OrderInAddress;
  /** Receives the ids in the displayed order. */
  readonly onOrder: (ids: readonly string[]) => void;
  readonly opening: TableOpening;
  readonly exports: TableExport<{ readonly record: RbfPayment }>;
}

/** The payments; cards on a phone. */
export function PaymentTable({ payments, verdicts, order, onOrder, opening, exports }: PaymentTableProps) {
  const lines = useMemo(() => payments.map((record): Line => ({ record, verdict: verdicts.get(record.payment_id) })), [payments, verdicts]);
  return (
    <DataTable
      table={table}
      source={{ kind: 'whole', rows: lines, order }}
      opening={{ ...opening, beside: true }}
      onOrder={onOrder}
      empty={null}
      exports={exports}
    />
  );
}
