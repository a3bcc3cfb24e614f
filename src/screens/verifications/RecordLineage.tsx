import { href } from '../../domain/screens/address.ts';
import { Banknote, BadgeCheck, Layers, Link2, ScrollText } from 'lucide-react';
import type { ReactNode } from 'react';
import { ScreenLink } from '../../bridge/address/ScreenLink.tsx';
import { usePerson } from '../../bridge/acts/useMay.ts';
import type { Verification } from '../../contracts/verification.ts';
import { milestoneProgress } from '../../domain/operations/milestones.ts';
import { formatMoney, formatPercent, formatThousands } from '../../domain/format.ts';
import { LineageHash, type LineageNode, LineageRail } from '../../ui/evidence/LineageRail.tsx';
import { evidenceNode, keyNode } from '../../ui/evidence/lineageNodes.tsx';
import { Time } from '../../ui/time/Time.tsx';
import type { useRecord } from './queries.ts';
import { paymentPaid } from '../../domain/claims/records.ts';
import { ClaimBadge } from '../../ui/status/ClaimBadge.tsx';
import { portfolioStateNames } from '../../domain/operations/platformStates.ts';
import { moneyOf } from '../../domain/money/money.ts';

type KnownRecord = ReturnType<typeof useRecord> & { readonly verification: Verification };

/**
 * From the previous record through this one, its evidence and signing key, to the covenant, payment and portfolio based on it. Data
 * missing on this device is named, never left out.
 */
export function RecordLineage({ record }: { readonly record: KnownRecord }) {
  const { verification, previous } = record;
  const seesMoney = usePerson()?.permissions.has('view:finance') ?? false;
  const nodes: LineageNode[] = [];
  // Without a chain index only the hash of the previous record is known.
  if ((verification.chainIndex ?? 0) > 0)
    nodes.push({
      id: 'previous',
      icon: Link2,
      title: previous === undefined ? 'Record before' : previous.vrfId,
      // A decision seals a record again, so the previous link may be its own earlier state.
      aside: previous?.vrfId === verification.vrfId ? 'its earlier state' : 'previous record',
      children: previous === undefined ? 'Not on this device' : <LineageHash name="seal" value={previous.seal} />,
    });
  nodes.push({
    id: 'this',
    icon: BadgeCheck,
    title: verification.vrfId,
    aside: 'this record',
    current: true,
    children: (
      <>
        <LineageHash name="prevHash" value={verification.prevHash} />
        {verification.seal === undefined ? 'Came without a seal' : <LineageHash name="seal" value={verification.seal} />}
      </>
    ),
  });
  const { pack, keys } = record;
  nodes.push(
    evidenceNode(
      { packId: verification.evidencePackId, evidenceHash: verification.evidenceHash, pack, check: record.packCheck },
      ScreenLink,
    ),
  );
  if (pack !== null)
    nodes.push(
      keyNode({ signerKid: pack.signerKid, keys, note: 'Signing key of the pack; its signature is checked by Verify pack' }, ScreenLink),
    );
  nodes.push(...platformNodes(record, seesMoney));
  return <LineageRail nodes={nodes} label={`Lineage of ${verification.vrfId}`} />;
}

/**
 * Data only the platform has. A `null` member means withheld for roles without finance permission (D-38), who are told so; for others it
 * means that there is none.
 */
function platformNodes({ verification, detail, detailProblem }: KnownRecord, seesMoney: boolean): LineageNode[] {
  const covenant = (children: ReactNode, title: ReactNode = 'Covenant', aside: ReactNode = null): LineageNode => ({
    id: 'covenant',
    icon: ScrollText,
    title,
    aside,
    children: (
      <>
        <LineageHash name="covenant" value={verification.covenantHash} />
        {children}
      </>
    ),
  });
  if (detail === null)
    return [covenant(detailProblem === null ? 'Asking the platform' : 'Covenant, payment and portfolio: available when online')];
  const nodes: LineageNode[] = [];
  if (detail.covenant === null) nodes.push(covenant(null));
  else
    nodes.push(
      covenant(
        null,
        detail.covenant.title,
        <>
          v{detail.covenant.version}, <Time at={detail.covenant.agreedAt} as="date" />
        </>,
      ),
    );
  if (!seesMoney)
    return [
      ...nodes,
      { id: 'money', icon: Banknote, title: 'Payment and portfolio', children: 'Your role does not see payments and portfolios' },
    ];
  // The answer was fetched under a role without finance permission, so it does not tell whether there is a payment.
  if (detail.withheld === true)
    return [
      ...nodes,
      {
        id: 'money',
        icon: Banknote,
        title: 'Payment and portfolio',
        children: 'Not available to your role at the last request; updated when the platform answers',
      },
    ];
  const { payment, portfolio } = detail;
  if (payment === null) nodes.push({ id: 'payment', icon: Banknote, title: 'No payment', children: 'There is none for this record' });
  else {
    const { metric, limit, actual } = milestoneProgress(payment);
    nodes.push({
      id: 'payment',
      icon: Banknote,
      title: (
        <ScreenLink href={href('rbf', { open: payment.paymentId })} className="uk-link">{`RBF payment ${payment.paymentId}`}</ScreenLink>
      ),
      aside: <ClaimBadge claim={paymentPaid(payment.paymentId, payment.status)} />,
      children: `${formatMoney(moneyOf(payment.amount, payment.currency))} for ${metric.toLowerCase()} of ${limit} or more, reached ${actual}`,
    });
  }
  if (portfolio === null) nodes.push({ id: 'portfolio', icon: Layers, title: 'No portfolio', children: 'Its site is in none' });
  else
    nodes.push({
      id: 'portfolio',
      icon: Layers,
      title: (
        <ScreenLink
          href={href('dgn', { open: portfolio.portfolioId })}
          className="uk-link"
        >{`Portfolio ${portfolio.portfolioId}`}</ScreenLink>
      ),
      aside: portfolioStateNames[portfolio.state].word,
      children: `${portfolio.currency} ${formatThousands(portfolio.receivablesValue)} receivables${portfolio.decidedRecords === 0 ? '' : `, score ${formatPercent(portfolio.verificationScore * 100, 1)}`}`,
    });
  return nodes;
}
