import { Layers, SearchX } from 'lucide-react';
import { useSearchParams } from 'wouter';
import { useRefresh } from '../../bridge/useRefresh.ts';
import { plural } from '../../domain/format.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { FilterMenu } from '../../ui/controls/FilterMenu.tsx';
import { Toolbar } from '../../ui/controls/Toolbar.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { SearchField } from '../../ui/fields/SearchField.tsx';
import { DrawerLayout } from '../../ui/overlay/Drawer.tsx';
import { LoadStates } from '../../ui/page/LoadStates.tsx';
import { Page, Stack } from '../../ui/page/Page.tsx';
import { PageAge } from '../../ui/page/PageAge.tsx';
import { Card } from '../../ui/panel/Card.tsx';
import { DgnPanels, DgnSkeleton } from './DgnPanels.tsx';
import { addressFrom, type DgnAddress, dgnViewOf, filterPortfolios, paramsOf, stateOptions } from './model.ts';
import { PortfolioDrawer } from './PortfolioDrawer.tsx';
import { PortfolioTable } from './PortfolioTable.tsx';
import { usePortfolios } from './queries.ts';
import './dgn.css';

/** DGN Portfolio Dashboard (C-30): what verified receivables became, what they perform, and how much capital came round again. */
export function DgnScreen() {
  const [params, setParams] = useSearchParams();
  const address = addressFrom(params);
  const { portfolios, corrupt, state, problem, freshness } = usePortfolios();
  const { busy, refresh } = useRefresh(['refinancePortfolios']);
  const show = (change: Partial<DgnAddress>) => setParams(new URLSearchParams(paramsOf({ ...address, ...change })), { replace: true });
  const found = filterPortfolios(portfolios, address);

  return (
    <DrawerLayout>
      <Page
        title="DGN Portfolio Dashboard"
        badge={portfolios.length > 0 && <span className="uk-fg3">{plural(portfolios.length, 'portfolio')}</span>}
        actions={<PageAge freshness={freshness} busy={busy} onRefresh={refresh} />}
      >
        <Stack>
          <LoadStates
            state={state}
            problem={problem}
            onRetry={refresh}
            busy={busy}
            failed="Failed to load DGN portfolio data"
            empty={{
              icon: Layers,
              title: 'No refinance portfolios available',
              text: 'Verified receivables appear here once they are eligible.',
            }}
            skeleton={<DgnSkeleton />}
          >
            {() => (
              <>
                <DgnPanels view={dgnViewOf(portfolios)} freshness={freshness} />
                <Toolbar label="Find portfolios">
                  <SearchField
                    label="Search portfolios"
                    placeholder="Portfolio or package"
                    value={address.search}
                    onChange={(search) => show({ search })}
                  />
                  <FilterMenu
                    label="State"
                    value={address.state ?? 'all'}
                    options={[{ value: 'all', label: 'All states' }, ...stateOptions(portfolios, address.state)]}
                    onChange={(chosen) => show({ state: chosen === 'all' ? null : chosen })}
                  />
                </Toolbar>
                {found.length === 0 ? (
                  <Card as="div">
                    <EmptyState
                      icon={SearchX}
                      title="No portfolio matches"
                      action={<Button onClick={() => show({ search: '', state: null })}>Clear filters</Button>}
                    >
                      {plural(portfolios.length, 'portfolio')} on this device. Portfolio and package are searched.
                    </EmptyState>
                  </Card>
                ) : (
                  <PortfolioTable portfolios={found} selected={address.open} onOpen={(open) => show({ open })} />
                )}
              </>
            )}
          </LoadStates>
          {corrupt > 0 && (
            <p className="uk-fg2">{plural(corrupt, 'portfolio')} on this device could not be read and will be fetched again.</p>
          )}
        </Stack>
      </Page>
      {address.open !== null && (
        <PortfolioDrawer
          key={address.open}
          portfolioId={address.open}
          portfolio={portfolios.find(({ portfolioId }) => portfolioId === address.open) ?? null}
          loading={state === 'loading'}
          onClose={() => show({ open: null })}
        />
      )}
    </DrawerLayout>
  );
}
