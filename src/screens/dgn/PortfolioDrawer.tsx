import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Portfolio } from '../../contracts/portfolio.ts';
import { formatCount, formatMoney, formatPercent } from '../../domain/format.ts';
import { IconButton } from '../../ui/controls/IconButton.tsx';
import { HashText } from '../../ui/evidence/HashText.tsx';
import { Drawer } from '../../ui/overlay/Drawer.tsx';
import { KeyValueList } from '../../ui/panel/KeyValueList.tsx';
import { NumberStrip } from '../../ui/panel/NumberStrip.tsx';
import { Time } from '../../ui/time/Time.tsx';
import { worthOf } from './model.ts';
import { PortfolioBadge } from './PortfolioTable.tsx';

const when = (at: string | undefined): ReactNode =>
  at === undefined ? <span className="uk-fg3">Not yet</span> : <Time at={at} as="dateTime" zone />;

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className="dgn-part" aria-label={title}>
      <h3 className="uk-caption">{title}</h3>
      {children}
    </section>
  );
}

/** One portfolio: how it got where it is, what its sites achieve, and what it is signed with. */
export function PortfolioDrawer({
  portfolioId,
  portfolio,
  loading,
  onClose,
}: {
  readonly portfolioId: string;
  readonly portfolio: Portfolio | null;
  readonly loading: boolean;
  readonly onClose: () => void;
}) {
  const head = (
    <div className="dgn-head">
      <div className="dgn-head-top">
        <span className="uk-mono uk-fg2">{portfolioId}</span>
        <IconButton label="Close details" icon={X} onClick={onClose} />
      </div>
      {portfolio !== null && (
        <div className="dgn-head-title">
          <h2>{worthOf(portfolio)}</h2>
          <PortfolioBadge state={portfolio.state} />
        </div>
      )}
    </div>
  );
  return (
    <Drawer open onClose={onClose} label={`Portfolio ${portfolioId}`} head={head}>
      {portfolio === null ? (
        <p className="dgn-part uk-fg2">
          {loading ? 'Reading this device…' : `${portfolioId} is not held on this device. It appears here once the platform has sent it.`}
        </p>
      ) : (
        <Details portfolio={portfolio} />
      )}
    </Drawer>
  );
}

function Details({ portfolio }: { readonly portfolio: Portfolio }) {
  const { performanceSummary: performance, liquidityMetrics: liquidity, currency } = portfolio;
  const measured = performance.verificationCount > 0;
  const percent = (value: number) => (measured ? formatPercent(value, 1) : '–');
  return (
    <>
      <NumberStrip
        kind="stacked"
        items={[
          { label: 'Score', value: formatPercent(portfolio.verificationScore * 100, 0) },
          { label: 'Uptime', value: percent(performance.avgUptime) },
          { label: 'Fuel savings', value: percent(performance.avgFuelSavings) },
          { label: 'Emission red.', value: percent(performance.avgEmissionReduction) },
        ]}
      />
      <Part title="Lifecycle">
        <KeyValueList
          items={[
            { key: 'Frozen', value: when(portfolio.frozenAt) },
            { key: 'Packaged', value: when(portfolio.packagedAt) },
            { key: 'Sold', value: when(portfolio.soldAt) },
            {
              key: 'DGN package',
              value: portfolio.dgnPackageId === undefined ? 'None' : <HashText value={portfolio.dgnPackageId} label="package ID" />,
            },
          ]}
        />
      </Part>
      <Part title="Basis and liquidity">
        <KeyValueList
          items={[
            { key: 'Sites', value: formatCount(performance.totalSites) },
            { key: 'Verifications', value: formatCount(performance.verificationCount) },
            { key: 'Available funding', value: formatMoney(liquidity.availableFunding, currency) },
            { key: 'Recycled capital', value: formatMoney(liquidity.recycledCapital, currency) },
            { key: 'Pending packaging', value: formatMoney(liquidity.pendingPackaging, currency) },
          ]}
        />
      </Part>
      <Part title="Covenant">
        <KeyValueList
          items={[
            { key: 'Covenant hash', value: <HashText value={portfolio.covenantHash} cut={16} label="covenant hash" /> },
            { key: 'Signer key', value: <HashText value={portfolio.signerKid} cut={16} label="signer key" /> },
            { key: 'Signature', value: <HashText value={portfolio.jwsSignature} cut={16} label="signature" /> },
          ]}
        />
        <p className="dgn-note">Signature not checked here.</p>
      </Part>
    </>
  );
}
