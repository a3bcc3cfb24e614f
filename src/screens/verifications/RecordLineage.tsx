import { Banknote, BadgeCheck, FileCheck, KeyRound, Layers, Link2, ScrollText } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { Verification } from '../../contracts/verification.ts';
import { EMPTY_EVIDENCE_HASH } from '../../domain/chain.ts';
import { formatMoney, formatPercent, formatThousands, plural } from '../../domain/format.ts';
import { LineageHash, type LineageNode, LineageRail } from '../../ui/evidence/LineageRail.tsx';
import { StatusBadge } from '../../ui/status/StatusBadge.tsx';
import { Time } from '../../ui/time/Time.tsx';
import { metricWords, paymentStates } from './lineageWords.ts';
import type { useRecord } from './queries.ts';

type KnownRecord = ReturnType<typeof useRecord> & { readonly verification: Verification };

/** From the record before, over this one, its evidence and the key that signed it, to the covenant, payment and portfolio that
 * stand on it. What this device does not hold is said, never left out. */
export function RecordLineage({ record }: { readonly record: KnownRecord }) {
  const { verification, previous } = record;
  const nodes: LineageNode[] = [];
  if (verification.chainIndex > 0)
    nodes.push({
      id: 'previous',
      icon: Link2,
      title: previous === undefined ? 'Record before' : previous.vrfId,
      // A record is sealed anew when it is decided: the link before may be its own earlier state.
      aside: previous?.vrfId === verification.vrfId ? 'its earlier state' : 'previous record',
      children: previous === undefined ? 'Not held on this device' : <LineageHash name="seal" value={previous.seal} />,
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
        <LineageHash name="seal" value={verification.seal} />
      </>
    ),
  });
  nodes.push(evidenceNode(record), ...keyNode(record), ...platformNodes(record));
  return <LineageRail nodes={nodes} label={`Lineage of ${verification.vrfId}`} />;
}

function evidenceNode({ verification, pack }: KnownRecord): LineageNode {
  const packId = verification.evidencePackId;
  if (packId === undefined) {
    const without = verification.evidenceHash === EMPTY_EVIDENCE_HASH;
    return {
      id: 'evidence',
      icon: FileCheck,
      title: without ? 'No evidence pack' : 'Evidence pack no longer kept',
      children: without ? (
        'Sealed without evidence'
      ) : (
        <>
          <LineageHash name="evidence" value={verification.evidenceHash} />
          The record still seals its hash: a pack saved earlier can be held against it
        </>
      ),
    };
  }
  // The pack's own hash as listed: equal says that the record seals this very file list.
  const same = pack === null ? null : pack.manifestHash === verification.evidenceHash;
  return {
    id: 'evidence',
    icon: FileCheck,
    title: <Link href={`/operations/evidence?pack=${encodeURIComponent(packId)}`} className="uk-link">{`Evidence pack ${packId}`}</Link>,
    aside:
      same === null ? null : same ? (
        <StatusBadge status="ok">Hash agrees</StatusBadge>
      ) : (
        <StatusBadge status="bad">Hash differs</StatusBadge>
      ),
    children: (
      <>
        <LineageHash name="evidence" value={verification.evidenceHash} />
        {pack === null
          ? 'Its details are not held on this device'
          : `${plural(pack.fileCount, 'file')}, ${pack.wormStatus === 'locked' ? 'locked' : pack.wormStatus === 'unlocked' ? 'not locked' : 'lock in error'}`}
      </>
    ),
  };
}

function keyNode({ pack, keys }: KnownRecord): LineageNode[] {
  if (pack === null) return [];
  const held = keys === null ? null : keys.some(({ kid }) => kid === pack.signerKid);
  return [
    {
      id: 'key',
      icon: KeyRound,
      title: <span className="uk-mono">{pack.signerKid}</span>,
      aside: held === null ? null : held ? 'in the key set' : <StatusBadge status="bad">Unknown key</StatusBadge>,
      children:
        held === false
          ? 'No key of this name is in the set: the signature cannot be trusted'
          : 'Signing key of the pack; its signature is checked by Verify pack',
    },
  ];
}

/** What only the platform knows; `null` members were withheld for lack of permission or do not exist. */
function platformNodes({ verification, detail, detailProblem }: KnownRecord): LineageNode[] {
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
  const { payment, portfolio } = detail;
  if (payment !== null) {
    const state = paymentStates[payment.status];
    nodes.push({
      id: 'payment',
      icon: Banknote,
      title: `RBF payment ${payment.paymentId}`,
      aside: <StatusBadge status={state.look === 'ok' ? 'ok' : state.look === 'bad' ? 'bad' : 'pending'}>{state.word}</StatusBadge>,
      children: `${formatMoney(payment.amount, payment.currency)} for ${metricWords[payment.metric] ?? payment.metric} of ${formatPercent(payment.threshold, 0)} or more, reached ${formatPercent(payment.actualPerformance, 1)}`,
    });
  }
  if (portfolio !== null)
    nodes.push({
      id: 'portfolio',
      icon: Layers,
      title: `Portfolio ${portfolio.portfolioId}`,
      aside: portfolio.state,
      children: `${portfolio.currency} ${formatThousands(portfolio.receivablesValue)} receivables, score ${portfolio.verificationScore.toFixed(2)}`,
    });
  return nodes;
}
