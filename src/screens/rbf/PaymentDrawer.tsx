import { Link } from 'wouter';
import type { RbfPayment } from '../../contracts/rbf.ts';
import { formatMoney } from '../../domain/format.ts';
import { HashText } from '../../ui/evidence/HashText.tsx';
import { Drawer } from '../../ui/overlay/Drawer.tsx';
import { DrawerHead, DrawerNote, DrawerPart } from '../../ui/overlay/DrawerParts.tsx';
import { KeyValueList } from '../../ui/panel/KeyValueList.tsx';
import { Time } from '../../ui/time/Time.tsx';
import { progressOf } from './model.ts';
import { MilestoneBar, PaymentBadge } from './PaymentTable.tsx';

interface PaymentDrawerProps {
  readonly paymentId: string;
  readonly payment: RbfPayment | null;
  readonly loading: boolean;
  readonly onClose: () => void;
}

/** One payment: the milestone it is for, the result it rests on, and what it is signed with. */
export function PaymentDrawer({ paymentId, payment: record, loading, onClose }: PaymentDrawerProps) {
  const head = (
    <DrawerHead
      code={paymentId}
      title={record === null ? null : formatMoney(record.payment.amount, record.payment.currency)}
      badge={record !== null && <PaymentBadge status={record.payment.status} />}
      onClose={onClose}
    />
  );
  return (
    <Drawer open onClose={onClose} label={`Payment ${paymentId}`} head={head}>
      {record === null ? (
        <DrawerNote>
          {loading ? 'Reading this device…' : `${paymentId} is not held on this device. It appears here once the platform has sent it.`}
        </DrawerNote>
      ) : (
        <Details record={record} />
      )}
    </Drawer>
  );
}

function Details({ record }: { readonly record: RbfPayment }) {
  const { milestone, payment, verification_id: vrfId } = record;
  const { metric, reached } = progressOf(milestone);
  return (
    <>
      <DrawerPart title="Milestone">
        <p>{milestone.description}</p>
        <MilestoneBar milestone={milestone} />
        <DrawerNote>
          {metric} {reached ? 'reached the milestone.' : 'is below the milestone.'}
        </DrawerNote>
      </DrawerPart>
      <DrawerPart title="Payment">
        <KeyValueList
          items={[
            { key: 'Milestone', value: <span className="uk-mono">{record.milestone_id}</span> },
            { key: 'Site', value: <span className="uk-mono">{record.site_code}</span> },
            {
              key: 'Verification',
              value: (
                <Link className="uk-link uk-mono" href={`/operations/verifications?id=${encodeURIComponent(vrfId)}`}>
                  {vrfId}
                </Link>
              ),
            },
            { key: 'Paid', value: payment.paidAt === null ? 'Not yet' : <Time at={payment.paidAt} as="dateTime" zone /> },
            {
              key: 'Transaction',
              value: payment.transactionId === null ? 'None' : <HashText value={payment.transactionId} label="transaction ID" />,
            },
          ]}
        />
      </DrawerPart>
      <DrawerPart title="Covenant">
        <KeyValueList
          items={[
            { key: 'Covenant hash', value: <HashText value={record.covenant_hash} cut={16} label="covenant hash" /> },
            { key: 'Signature', value: <HashText value={record.jws_signature} cut={16} label="signature" /> },
          ]}
        />
        <DrawerNote>Signature not checked here.</DrawerNote>
      </DrawerPart>
    </>
  );
}
