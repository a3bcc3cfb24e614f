import { X } from 'lucide-react';
import { Link } from 'wouter';
import type { RbfPayment } from '../../contracts/rbf.ts';
import { formatMoney } from '../../domain/format.ts';
import { IconButton } from '../../ui/controls/IconButton.tsx';
import { HashText } from '../../ui/evidence/HashText.tsx';
import { Drawer } from '../../ui/overlay/Drawer.tsx';
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
    <div className="rbf-head">
      <div className="rbf-head-top">
        <span className="uk-mono uk-fg2">{paymentId}</span>
        <IconButton label="Close details" icon={X} onClick={onClose} />
      </div>
      {record !== null && (
        <div className="rbf-head-title">
          <h2>{formatMoney(record.payment.amount, record.payment.currency)}</h2>
          <PaymentBadge status={record.payment.status} />
        </div>
      )}
    </div>
  );
  return (
    <Drawer open onClose={onClose} label={`Payment ${paymentId}`} head={head}>
      {record === null ? (
        <p className="rbf-part uk-fg2">
          {loading ? 'Reading this device…' : `${paymentId} is not held on this device. It appears here once the platform has sent it.`}
        </p>
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
      <section className="rbf-part" aria-label="Milestone">
        <h3 className="uk-caption">Milestone</h3>
        <p>{milestone.description}</p>
        <MilestoneBar milestone={milestone} />
        <p className="rbf-note">
          {metric} {reached ? 'reached the milestone.' : 'is below the milestone.'}
        </p>
      </section>
      <section className="rbf-part" aria-label="Payment">
        <h3 className="uk-caption">Payment</h3>
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
      </section>
      <section className="rbf-part" aria-label="Covenant">
        <h3 className="uk-caption">Covenant</h3>
        <KeyValueList
          items={[
            { key: 'Covenant hash', value: <HashText value={record.covenant_hash} cut={16} label="covenant hash" /> },
            { key: 'Signature', value: <HashText value={record.jws_signature} cut={16} label="signature" /> },
          ]}
        />
        <p className="rbf-note">Signature not checked here.</p>
      </section>
    </>
  );
}
