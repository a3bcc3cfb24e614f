import { RecordLink } from '../../bridge/address/RecordLink.tsx';
import { saveProof } from '../../bridge/proof/saveProof.ts';
import type { RecordChecks } from '../../bridge/proof/useRecordChecks.ts';
import type { RbfPayment } from '../../contracts/rbf.ts';
import { formatMoney } from '../../domain/format.ts';
import type { FreshnessState } from '../../domain/freshness/freshness.ts';
import { CopyLink } from '../../ui/controls/CopyLink.tsx';
import { CovenantPart } from '../../ui/evidence/CovenantPart.tsx';
import { Coverage } from '../../ui/evidence/Coverage.tsx';
import { HashText } from '../../ui/evidence/HashText.tsx';
import { SaveProof } from '../../ui/evidence/SaveProof.tsx';
import { SaveRecord } from '../../ui/evidence/SaveRecord.tsx';
import { DrawerPart } from '../../ui/overlay/DrawerParts.tsx';
import { neighboursOf, RecordDrawer } from '../../ui/overlay/RecordDrawer.tsx';
import { KeyValueList } from '../../ui/panel/KeyValueList.tsx';
import { Time } from '../../ui/time/Time.tsx';
import { ClaimLineage } from './ClaimLineage.tsx';
import { MilestoneBar, PaymentBadge } from './PaymentTable.tsx';
import { moneyOf } from '../../domain/money/money.ts';

interface PaymentDrawerProps {
  readonly paymentId: string;
  readonly payment: RbfPayment | null;
  readonly checks: RecordChecks;
  /** Ids in the order of the list. */
  readonly ids: readonly string[];
  readonly loading: boolean;
  readonly freshness: FreshnessState;
  readonly onOpen: (paymentId: string) => void;
  readonly onClose: () => void;
}

/** One payment: its milestone, the basis of its claim down to the key, and the check of its signature. */
export function PaymentDrawer({ paymentId, payment, checks, ids, loading, freshness, onOpen, onClose }: PaymentDrawerProps) {
  return (
    <RecordDrawer
      what="Payment"
      id={paymentId}
      record={payment}
      loading={loading}
      freshness={freshness}
      title={(record) => formatMoney(moneyOf(record.payment.amount, record.payment.currency))}
      badge={(record) => <PaymentBadge about={record.payment_id} status={record.payment.status} />}
      neighbours={neighboursOf(ids, paymentId)}
      onOpen={onOpen}
      onClose={onClose}
      actions={(record) => (
        <>
          <SaveProof record={{ kind: 'payment', value: record }} id={paymentId} prepare={saveProof} />
          <SaveRecord signed={{ kind: 'payment', value: record }} name={paymentId} />
          <span className="uk-sp" />
          <CopyLink id={paymentId} />
        </>
      )}
    >
      {(record) => <Details record={record} checks={checks} />}
    </RecordDrawer>
  );
}

/** Text in place of a missing time of payment. */
const unpaidLabels = { pending: 'Not yet', failed: 'No, it was refused', paid: 'Not reported' } as const;

function Details({ record, checks }: { readonly record: RbfPayment; readonly checks: RecordChecks }) {
  const { milestone, payment } = record;
  const verdict = checks.verdicts.get(record.payment_id);
  return (
    <>
      <DrawerPart title="Milestone">
        <p>{milestone.description}</p>
        <MilestoneBar about={record.payment_id} milestone={milestone} />
      </DrawerPart>
      <DrawerPart title="Payment">
        <KeyValueList
          items={[
            { key: 'Due', value: payment.dueAt === undefined ? 'Not reported' : <Time at={payment.dueAt} as="dateTime" zone /> },
            {
              key: 'Paid',
              value: payment.paidAt === null ? unpaidLabels[payment.status] : <Time at={payment.paidAt} as="dateTime" zone />,
            },
            {
              key: 'Transaction',
              value: payment.transactionId === null ? 'None' : <HashText value={payment.transactionId} label="transaction ID" />,
            },
          ]}
        />
      </DrawerPart>
      {record.refusal !== undefined && payment.status === 'failed' && (
        <DrawerPart title="Refused by the bank">
          <p>{record.refusal.message}</p>
          <KeyValueList
            items={[
              { key: 'Refused', value: <Time at={record.refusal.at} as="dateTime" zone /> },
              { key: 'Error code', value: <span className="uk-mono">{record.refusal.errorCode}</span> },
              { key: 'Dead letter', value: <RecordLink kind="deadLetter" id={record.refusal.itemId} /> },
            ]}
          />
        </DrawerPart>
      )}
      <DrawerPart title="Lineage of the claim">
        <ClaimLineage record={record} verdict={verdict} />
      </DrawerPart>
      {verdict !== undefined && (
        <DrawerPart title="What the signature covers">
          <Coverage verdict={verdict} />
        </DrawerPart>
      )}
      <CovenantPart
        covenant={record.covenant}
        covenantHash={record.covenant_hash}
        signature={record.jws_signature}
        signerKid={null}
        verdict={verdict ?? null}
        problem={checks.problem}
        onAgain={checks.again}
      />
    </>
  );
}
