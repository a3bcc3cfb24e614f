import { href } from '../../domain/screens/address.ts';
import { BadgeCheck, Banknote, Target } from 'lucide-react';
import { Link } from '../../bridge/address/Link.tsx';
import { ScreenLink } from '../../bridge/address/ScreenLink.tsx';
import type { RbfPayment } from '../../contracts/rbf.ts';
import type { RecordVerdict } from '../../contracts/verdict.ts';
import { formatMoney } from '../../domain/format.ts';
import { milestoneProgress } from '../../domain/operations/milestones.ts';
import { verificationStates } from '../../domain/operations/platformStates.ts';
import { evidenceNode, keyNode, signatureNode } from '../../ui/evidence/lineageNodes.tsx';
import { LineageHash, type LineageNode, LineageRail } from '../../ui/evidence/LineageRail.tsx';
import { SignatureBadge } from '../../ui/evidence/SignaturesLine.tsx';
import { milestoneReached, paymentAgrees } from '../../domain/claims/records.ts';
import { ClaimBadge } from '../../ui/status/ClaimBadge.tsx';
import { claimFit } from './claim.ts';
import { useClaim } from './queries.ts';
import { moneyOf } from '../../domain/money/money.ts';

/**
 * Basis of a payment down to the key: milestone, verification, evidence pack, signature. Every step is linked; all data comes from this
 * device, and missing data is named (C-31).
 */
export function ClaimLineage({ record, verdict }: { readonly record: RbfPayment; readonly verdict: RecordVerdict | undefined }) {
  const claim = useClaim(record.verification_id);
  const { verification, pack, packCheck, keys } = claim;
  const { metric, actual, limit, reached } = milestoneProgress(record.milestone);
  const nodes: LineageNode[] = [
    {
      id: 'payment',
      icon: Banknote,
      title: `Payment ${record.payment_id}`,
      aside: <SignatureBadge about={record.payment_id} verdict={verdict} />,
      current: true,
      children: `${formatMoney(moneyOf(record.payment.amount, record.payment.currency))} to ${record.site_code}`,
    },
    {
      id: 'milestone',
      icon: Target,
      title: (
        <Link className="uk-link uk-mono" href={href('rbf', { milestone: record.milestone_id })}>
          {record.milestone_id}
        </Link>
      ),
      aside: <ClaimBadge claim={milestoneReached(record.payment_id, { reached })} />,
      children: `${record.milestone.description}: ${metric.toLowerCase()} ${actual} (target ${limit})`,
    },
    verificationNode(record, claim),
  ];
  if (verification !== null) {
    const packId = verification.evidencePackId;
    nodes.push(evidenceNode({ packId, evidenceHash: verification.evidenceHash, pack, check: packCheck }, ScreenLink));
    if (packId !== undefined) {
      const { manifest } = packCheck;
      nodes.push(signatureNode({ packId, check: packCheck }, ScreenLink));
      const signerKid = manifest?.signerKid ?? pack?.signerKid;
      if (signerKid !== undefined) nodes.push(keyNode({ signerKid, keys, note: 'Leads to the packs that it signed' }, ScreenLink));
    }
  }
  return <LineageRail nodes={nodes} label={`Lineage of ${record.payment_id}`} />;
}

function verificationNode(record: RbfPayment, { loading, verification }: ReturnType<typeof useClaim>): LineageNode {
  const fit = claimFit(record, verification);
  return {
    id: 'verification',
    icon: BadgeCheck,
    title: (
      <ScreenLink className="uk-link uk-mono" href={href('verifications', { open: record.verification_id })}>
        {record.verification_id}
      </ScreenLink>
    ),
    aside:
      verification === null || fit.kind === 'notHeld' ? null : (
        <ClaimBadge claim={paymentAgrees(record.payment_id, fit.kind === 'agrees')} />
      ),
    children:
      verification === null ? (
        loading ? (
          'Reading this device…'
        ) : (
          'Not on this device'
        )
      ) : (
        <>
          {verification.seal !== undefined && <LineageHash name="seal" value={verification.seal} />}
          {fit.kind === 'differs'
            ? fit.reasons.join(' ')
            : `${verification.siteName ?? verification.siteCode}, ${verificationStates[verification.status].word.toLowerCase()}`}
        </>
      ),
  };
}
