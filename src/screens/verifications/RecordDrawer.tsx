import { href } from '../../domain/screens/address.ts';
import { ChevronDown, ChevronUp, RefreshCw, ShieldCheck, X } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import { Link } from '../../bridge/address/Link.tsx';
import { usePerson } from '../../bridge/acts/useMay.ts';
import { saveProof } from '../../bridge/proof/saveProof.ts';
import { useHubStatus } from '../../bridge/hub/useHubStatus.ts';
import { serverNow } from '../../bridge/hub/useServerNow.ts';
import type { Verification } from '../../contracts/verification.ts';
import { linkOf } from '../../domain/records/chainLink.ts';
import { besideFinding, checkLink, type LinkCheck } from '../../domain/records/chainLabels.ts';
import { formatNumber, formatPercent } from '../../domain/format.ts';
import type { FreshnessState } from '../../domain/freshness/freshness.ts';
import { mayOpen, screens } from '../../domain/screens/screens.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { CopyLink } from '../../ui/controls/CopyLink.tsx';
import { IconButton } from '../../ui/controls/IconButton.tsx';
import { LinkButton } from '../../ui/controls/LinkButton.tsx';
import { announce } from '../../ui/feedback/LiveRegion.tsx';
import { SaveProof } from '../../ui/evidence/SaveProof.tsx';
import { CheckLine } from '../../ui/evidence/CheckLine.tsx';
import { Drawer } from '../../ui/overlay/Drawer.tsx';
import { NumberStrip } from '../../ui/panel/NumberStrip.tsx';
import { FreshnessChip } from '../../ui/status/FreshnessChip.tsx';
import { Time } from '../../ui/time/Time.tsx';
import type { ChainChecker } from './chainChecker.ts';
import { VerificationBadge } from './HistoryTable.tsx';
import { RecordHistory } from './RecordHistory.tsx';
import { RecordLineage } from './RecordLineage.tsx';
import { noLink, siteOf } from './model.ts';
import { useRecord } from './queries.ts';

interface RecordDrawerProps {
  readonly vrfId: string;
  readonly checker: ChainChecker;
  readonly freshness: FreshnessState;
  /** Neighbours in the list as sorted; null at its ends. */
  readonly previousId: string | null;
  readonly nextId: string | null;
  readonly onOpen: (vrfId: string) => void;
  readonly onClose: () => void;
}

/** One verification: its figures, the check of its link, and the lineage from the previous record to the signing key. */
export function RecordDrawer({ vrfId, checker, freshness, previousId, nextId, onOpen, onClose }: RecordDrawerProps) {
  const record = useRecord(vrfId);
  const { verification } = record;
  const link = useLinkCheck(record, checker);
  const head = (
    <div className="vh-head">
      <div className="vh-head-top">
        <span className="uk-mono uk-fg2">{vrfId}</span>
        <span className="vh-head-buttons">
          <IconButton
            label="Record above"
            icon={ChevronUp}
            disabled={previousId === null}
            onClick={() => previousId !== null && onOpen(previousId)}
          />
          <IconButton
            label="Record below"
            icon={ChevronDown}
            disabled={nextId === null}
            onClick={() => nextId !== null && onOpen(nextId)}
          />
          <IconButton label="Close details" icon={X} onClick={onClose} />
        </span>
      </div>
      {verification !== null && (
        <>
          <div className="vh-head-title">
            <h2>{siteOf(verification)}</h2>
            <VerificationBadge about={vrfId} status={verification.status} />
          </div>
          <p className="uk-small uk-fg2">
            <Standing verification={verification} /> · <span className="uk-mono">{verification.siteCode}</span>
          </p>
        </>
      )}
    </div>
  );
  return (
    <Drawer
      freshness={freshness}
      open
      onClose={onClose}
      label={`Verification ${vrfId}`}
      head={head}
      actions={verification !== null && <Actions verification={verification} onRecompute={link.recompute} sealed={link.sealed} />}
    >
      {verification === null ? (
        <p className="vh-part uk-fg2">
          {record.loading ? 'Reading this device…' : `${vrfId} is not on this device. It appears here once the platform sends it.`}
        </p>
      ) : (
        <>
          <NumberStrip
            kind="stacked"
            items={[
              { label: 'Uptime', value: formatNumber(verification.performanceKpis.uptime), unit: '%' },
              { label: 'Fuel savings', value: formatNumber(verification.performanceKpis.fuelSavings), unit: '%' },
              { label: 'Emission red.', value: formatNumber(verification.performanceKpis.emissionReduction, 2), unit: 't' },
              { label: 'Confidence', value: formatPercent(verification.confidenceScore * 100, 0).replace('%', ''), unit: '%' },
            ]}
          />
          <section className="vh-part" aria-label="Chain">
            <h3 className="uk-caption">Chain</h3>
            <CheckLine about={vrfId} check={link.check} at={link.at} />
          </section>
          <section className="vh-part" aria-label="Lineage">
            <h3 className="uk-caption">
              Lineage
              {record.detail !== null && (
                <span className="vh-asof">
                  {/* The event stream updates the rows above; covenant, payment and portfolio are fetched and have their own age. */}
                  <FreshnessChip about="Covenant, payment and portfolio" value={record.detailFreshness} />
                </span>
              )}
            </h3>
            <RecordLineage record={{ ...record, verification }} />
          </section>
          <RecordHistory detail={record.detail} problem={record.detailProblem} freshness={record.detailFreshness} />
        </>
      )}
    </Drawer>
  );
}

/**
 * When the record entered the chain, and since when it has its status; a later decision changes only the second. Without `recordedAt`
 * only the second is shown.
 */
function Standing({ verification: { timestamp, recordedAt } }: { readonly verification: Verification }) {
  const since = (
    <>
      Status since <Time at={timestamp} as="dateTime" zone />
    </>
  );
  if (recordedAt === undefined) return since;
  return (
    <>
      Recorded <Time at={recordedAt} as="dateTime" zone />
      {Date.parse(recordedAt) !== Date.parse(timestamp) && <> · {since}</>}
    </>
  );
}

function Actions({
  verification,
  onRecompute,
  sealed,
}: {
  readonly verification: Verification;
  readonly onRecompute: () => void;
  readonly sealed: boolean;
}) {
  const { vrfId, evidencePackId: packId } = verification;
  const seesEvidence = mayOpen('evidence', usePerson()?.permissions ?? null);
  return (
    <>
      {packId !== undefined && !seesEvidence && (
        <Button kind="primary" icon={ShieldCheck} disabledReason={`Your role may not open ${screens.evidence.title}.`}>
          Verify pack
        </Button>
      )}
      {packId !== undefined && seesEvidence && (
        <Link href={href('evidence', { open: packId })} asChild>
          <LinkButton kind="primary" icon={ShieldCheck}>
            Verify pack
          </LinkButton>
        </Link>
      )}
      <Button icon={RefreshCw} onClick={onRecompute} {...(!sealed && { disabledReason: noLink.text })}>
        Recompute seal
      </Button>
      <SaveProof record={{ kind: 'verification', value: verification }} id={vrfId} prepare={saveProof} />
      <span className="uk-sp" />
      <CopyLink id={vrfId} />
    </>
  );
}

/** Recomputes the seal of the record when it or a neighbouring link changes, and on demand. */
function useLinkCheck({ verification, previous, next }: ReturnType<typeof useRecord>, checker: ChainChecker) {
  const [result, setResult] = useState<{ readonly check: LinkCheck; readonly at: number } | null>(null);
  const [round, setRound] = useState(0);
  useEffect(() => {
    const entry = verification === null ? null : linkOf(verification);
    if (entry === null) return;
    let current = true;
    void checker.seal(entry).then((seal) => {
      if (current) setResult({ check: checkLink(entry, seal, previous, next), at: serverNow() });
    });
    return () => {
      current = false;
    };
  }, [verification, previous, next, checker, round]);
  const recompute = useCallback(() => {
    setResult(null);
    setRound((before) => before + 1);
    announce('Seal recomputed');
  }, []);
  const { historyFound } = useHubStatus();
  const place = verification === null ? null : (linkOf(verification)?.chainIndex ?? null);
  const sealed = verification === null || place !== null;
  const check = result === null || place === null ? null : besideFinding(result.check, place, historyFound);
  return sealed ? { check, at: result?.at ?? null, recompute, sealed } : { check: noLink, at: null, recompute, sealed };
}
