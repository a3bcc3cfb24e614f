import type { ReactNode } from 'react';
import type { Portfolio } from '../../contracts/portfolio.ts';
import { formatCount, formatMoney, formatPercent } from '../../domain/format.ts';
import { HashText } from '../../ui/evidence/HashText.tsx';
import { Drawer } from '../../ui/overlay/Drawer.tsx';
import { DrawerHead, DrawerNote, DrawerPart } from '../../ui/overlay/DrawerParts.tsx';
import { KeyValueList } from '../../ui/panel/KeyValueList.tsx';
import { NumberStrip } from '../../ui/panel/NumberStrip.tsx';
import { Time } from '../../ui/time/Time.tsx';
import { worthOf } from './model.ts';
import { PortfolioBadge } from './PortfolioTable.tsx';

const when = (at: string | undefined): ReactNode =>
  at === undefined ? <span className="uk-fg3">Not yet</span> : <Time at={at} as="dateTime" zone />;

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
    <DrawerHead
      code={portfolioId}
      title={portfolio === null ? null : worthOf(portfolio)}
      badge={portfolio !== null && <PortfolioBadge state={portfolio.state} />}
      onClose={onClose}
    />
  );
  return (
    <Drawer open onClose={onClose} label={`Portfolio ${portfolioId}`} head={head}>
      {portfolio === null ? (
        <DrawerNote>
          {loading ? 'Reading this device…' : `${portfolioId} is not held on this device. It appears here once the platform has sent it.`}
        </DrawerNote>
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
      <DrawerPart title="Lifecycle">
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
      </DrawerPart>
      <DrawerPart title="Basis and liquidity">
        <KeyValueList
          items={[
            { key: 'Sites', value: formatCount(performance.totalSites) },
            { key: 'Verifications', value: formatCount(performance.verificationCount) },
            { key: 'Available funding', value: formatMoney(liquidity.availableFunding, currency) },
            { key: 'Recycled capital', value: formatMoney(liquidity.recycledCapital, currency) },
            { key: 'Pending packaging', value: formatMoney(liquidity.pendingPackaging, currency) },
          ]}
        />
      </DrawerPart>
      <DrawerPart title="Covenant">
        <KeyValueList
          items={[
            { key: 'Covenant hash', value: <HashText value={portfolio.covenantHash} cut={16} label="covenant hash" /> },
            { key: 'Signer key', value: <HashText value={portfolio.signerKid} cut={16} label="signer key" /> },
            { key: 'Signature', value: <HashText value={portfolio.jwsSignature} cut={16} label="signature" /> },
          ]}
        />
        <DrawerNote>Signature not checked here.</DrawerNote>
      </DrawerPart>
    </>
  );
}
