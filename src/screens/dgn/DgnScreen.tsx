import { Layers } from 'lucide-react';
import { useMemo, useRef, useState } from 'react';
import { useAddress } from '../../bridge/address/useAddress.ts';
import { useOpening } from '../../bridge/address/useOpening.ts';
import { useExport } from '../../bridge/useExport.ts';
import { useRefresh } from '../../bridge/reads/useRefresh.ts';
import type { Portfolio } from '../../contracts/portfolio.ts';
import { plural } from '../../domain/format.ts';
import { TrendPanel, WindowMenu } from '../../ui/chart/TrendPanel.tsx';
import { Filter } from '../../ui/controls/FilterMenu.tsx';
import { SignaturesLine } from '../../ui/evidence/SignaturesLine.tsx';
import { HowComputed } from '../../ui/figures/HowComputed.tsx';
import { DrawerLayout } from '../../ui/overlay/Drawer.tsx';
import { FoundList } from '../../ui/page/FoundList.tsx';
import { LoadedPage } from '../../ui/page/LoadedPage.tsx';
import { DgnPanels, DgnSkeleton } from './DgnPanels.tsx';
import { dgnViewOf, filterPortfolios, stateOptions } from './model.ts';
import { PortfolioDrawer } from './PortfolioDrawer.tsx';
import { PortfolioTable } from './PortfolioTable.tsx';
import { usePortfolios } from './queries.ts';
import './dgn.css';

/** If less than this of the list is visible, a change in it goes unnoticed; px. */
const IN_SIGHT = 160;

/** Scrolls the list into view when a control above it changed it and it lies below the screen. */
function bringIntoSight(list: HTMLElement | null): void {
  if (list !== null && list.getBoundingClientRect().top > innerHeight - IN_SIGHT) list.scrollIntoView({ block: 'start' });
}

/** DGN Portfolio Dashboard (C-30): the states of the financed receivables, their performance, and the recycled capital. */
export function DgnScreen() {
  const [address, show] = useAddress('dgn');
  const opening = useOpening('dgn', address, show);
  const { search, state, window, sort, open } = address;
  const { portfolios, sentAs, checks, trends, trendsFreshness, trendsState, lost, frame } = usePortfolios(window);
  const refreshing = useRefresh(['refinancePortfolios', `series:${window}`]);
  const [order, setOrder] = useState<readonly string[]>([]);
  const list = useRef<HTMLDivElement>(null);
  const found = useMemo(() => filterPortfolios(portfolios, { search, state }), [portfolios, search, state]);
  const exports = useExport({
    type: 'refinance_portfolios',
    title: 'Portfolios',
    filter: { search, state, sort },
    count: found.length,
    freshness: frame.freshness,
    unread: frame.unread,
    rows: (shown: readonly { readonly portfolio: Portfolio }[]) => shown.map(({ portfolio }) => portfolio),
  });

  return (
    <DrawerLayout>
      <LoadedPage
        title="DGN Portfolio Dashboard"
        badge={portfolios.length > 0 && <span className="uk-fg3">{plural(portfolios.length, 'portfolio')}</span>}
        actions={<HowComputed screen="dgn" />}
        frame={frame}
        refreshing={refreshing}
        failed="Failed to load DGN portfolio data"
        empty={{
          icon: Layers,
          title: 'No refinance portfolios available',
          text: 'Verified receivables appear here once they are eligible.',
        }}
        skeleton={<DgnSkeleton />}
        what="portfolio"
      >
        {() => (
          <>
            <DgnPanels
              view={dgnViewOf(portfolios)}
              freshness={frame.freshness}
              chosen={state}
              onChoose={(chosen) => {
                show({ state: chosen });
                if (chosen !== null) bringIntoSight(list.current);
              }}
            />
            <TrendPanel
              trends={trends}
              window={window}
              lost={lost}
              freshness={trendsFreshness}
              state={trendsState}
              aside={<WindowMenu window={window} onChange={(chosen) => show({ window: chosen })} />}
            />
            <div ref={list} className="uk-stack dgn-list">
              <FoundList
                what="portfolio"
                search={search}
                placeholder="Portfolio, package or site"
                onSearch={(typed) => show({ search: typed })}
                searched="Portfolio, package, sites and signing key are searched."
                filters={
                  <Filter
                    label="State"
                    value={state}
                    all="All states"
                    options={stateOptions(portfolios, state)}
                    onChange={(chosen) => show({ state: chosen })}
                  />
                }
                end={<SignaturesLine verdicts={checks.verdicts} total={portfolios.length} unread={frame.unread + frame.notHeld} />}
                held={portfolios.length}
                found={found.length}
                onClear={() => show({ search: '', state: null })}
              >
                <PortfolioTable
                  portfolios={found}
                  verdicts={checks.verdicts}
                  order={{ sort, onSort: (chosen) => show({ sort: chosen }) }}
                  onOrder={setOrder}
                  opening={opening}
                  exports={exports}
                />
              </FoundList>
            </div>
          </>
        )}
      </LoadedPage>
      {open !== null && (
        <PortfolioDrawer
          freshness={frame.freshness}
          key={open}
          portfolioId={open}
          portfolio={portfolios.find(({ portfolioId }) => portfolioId === open) ?? null}
          sent={sentAs(open)}
          checks={checks}
          ids={found.length === 0 ? [] : order}
          loading={frame.state === 'loading'}
          onOpen={(id) => show({ open: id })}
          onClose={() => show({ open: null })}
        />
      )}
    </DrawerLayout>
  );
}
