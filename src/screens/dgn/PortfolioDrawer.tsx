import { href } from '../../domain/screens/address.ts';
import { Link } from '../../bridge/address/Link.tsx';
import { saveProof } from '../../bridge/proof/saveProof.ts';
import type { RecordChecks } from '../../bridge/proof/useRecordChecks.ts';
import type { Portfolio } from '../../contracts/portfolio.ts';
import { reductionOf } from '../../domain/figures/shown.ts';
import { formatCount, formatMoney, formatPercent } from '../../domain/format.ts';
import type { FreshnessState } from '../../domain/freshness/freshness.ts';
import { CopyLink } from '../../ui/controls/CopyLink.tsx';
import { CovenantPart } from '../../ui/evidence/CovenantPart.tsx';
import { Coverage } from '../../ui/evidence/Coverage.tsx';
import { HashText } from '../../ui/evidence/HashText.tsx';
import { SaveProof } from '../../ui/evidence/SaveProof.tsx';
import { SaveRecord } from '../../ui/evidence/SaveRecord.tsx';
import { DrawerNote, DrawerPart } from '../../ui/overlay/DrawerParts.tsx';
import { neighboursOf, RecordDrawer } from '../../ui/overlay/RecordDrawer.tsx';
import { KeyValueList } from '../../ui/panel/KeyValueList.tsx';
import { NumberStrip } from '../../ui/panel/NumberStrip.tsx';
import { LifeList } from './LifeList.tsx';
import { scoreText, type ShownPortfolio, worthOf } from './model.ts';
import { PortfolioBadge } from './PortfolioTable.tsx';
import { moneyOf } from '../../domain/money/money.ts';

interface PortfolioDrawerProps {
  readonly portfolioId: string;
  readonly portfolio: ShownPortfolio | null;
  /** The portfolio as the platform sent it; this version is saved. */
  readonly sent: Portfolio | null;
  readonly checks: RecordChecks;
  /** Ids in the order of the list. */
  readonly ids: readonly string[];
  readonly loading: boolean;
  readonly freshness: FreshnessState;
  readonly onOpen: (portfolioId: string) => void;
  readonly onClose: () => void;
}

/** One portfolio: its history and possible next states, the results of its sites, and the check of its covenant's signature. */
export function PortfolioDrawer({ portfolioId, portfolio, sent, checks, ids, loading, freshness, onOpen, onClose }: PortfolioDrawerProps) {
  return (
    <RecordDrawer
      what="Portfolio"
      id={portfolioId}
      record={portfolio}
      loading={loading}
      freshness={freshness}
      title={worthOf}
      badge={({ state }) => <PortfolioBadge about={portfolioId} state={state} />}
      neighbours={neighboursOf(ids, portfolioId)}
      onOpen={onOpen}
      onClose={onClose}
      actions={(record) => (
        <>
          {sent !== null && <SaveProof record={{ kind: 'portfolio', value: sent }} id={portfolioId} prepare={saveProof} />}
          <SaveRecord signed={{ kind: 'portfolio', value: sent ?? record }} name={portfolioId} />
          <span className="uk-sp" />
          <CopyLink id={portfolioId} />
        </>
      )}
    >
      {(record) => <Details portfolio={record} checks={checks} />}
    </RecordDrawer>
  );
}

function Details({ portfolio, checks }: { readonly portfolio: ShownPortfolio; readonly checks: RecordChecks }) {
  const { performanceSummary: performance, liquidityMetrics: liquidity, currency, siteCodes = [] } = portfolio;
  const verdict = checks.verdicts.get(portfolio.portfolioId);
  const measured = performance.verificationCount > 0;
  const percent = (value: number) => (measured ? formatPercent(value, 1) : '–');
  return (
    <>
      <NumberStrip
        kind="stacked"
        items={[
          { label: 'Score', value: scoreText(portfolio) },
          { label: 'Uptime', value: percent(performance.avgUptime) },
          { label: 'Fuel savings', value: percent(performance.avgFuelSavings) },
          { label: 'CO2e cut', value: formatPercent(reductionOf(portfolio) ?? Number.NaN, 1) },
        ]}
      />
      <CovenantPart
        covenant={portfolio.covenant}
        covenantHash={portfolio.covenantHash}
        signature={portfolio.jwsSignature}
        signerKid={portfolio.signerKid}
        verdict={verdict ?? null}
        problem={checks.problem}
        onAgain={checks.again}
      />
      {verdict !== undefined && (
        <DrawerPart title="What the signature covers">
          <Coverage verdict={verdict} />
        </DrawerPart>
      )}
      <DrawerPart title="Lifecycle">
        <LifeList portfolio={portfolio} />
      </DrawerPart>
      <DrawerPart title="Liquidity">
        <KeyValueList
          items={[
            { key: 'Available funding', value: formatMoney(moneyOf(liquidity.availableFunding, currency)) },
            { key: 'Recycled capital', value: formatMoney(moneyOf(liquidity.recycledCapital, currency)) },
            { key: 'Pending packaging', value: formatMoney(moneyOf(liquidity.pendingPackaging, currency)) },
            {
              key: 'DGN package',
              value: portfolio.dgnPackageId === undefined ? 'None' : <HashText value={portfolio.dgnPackageId} label="package ID" />,
            },
          ]}
        />
      </DrawerPart>
      <DrawerPart title={`Sites, ${formatCount(performance.verificationCount)} verifications`}>
        {siteCodes.length === 0 ? (
          <DrawerNote>{formatCount(performance.totalSites)} sites; their codes are not on this device.</DrawerNote>
        ) : (
          <ul className="dgn-sites">
            {siteCodes.map((site) => (
              <li key={site}>
                <Link className="uk-link uk-mono" href={href('verifications', { site })}>
                  {site}
                </Link>
              </li>
            ))}
          </ul>
        )}
      </DrawerPart>
    </>
  );
}
