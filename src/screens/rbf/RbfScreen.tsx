import { Banknote, RefreshCw, SearchX } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'wouter';
import { hub } from '../../bridge/hub.ts';
import { formatCount, formatPercent, plural } from '../../domain/format.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { FilterMenu } from '../../ui/controls/FilterMenu.tsx';
import { Toolbar } from '../../ui/controls/Toolbar.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { ErrorPanel } from '../../ui/feedback/ErrorPanel.tsx';
import { Skeleton } from '../../ui/feedback/Skeleton.tsx';
import { SearchField } from '../../ui/fields/SearchField.tsx';
import { DrawerLayout } from '../../ui/overlay/Drawer.tsx';
import { Page, Stack } from '../../ui/page/Page.tsx';
import { Card } from '../../ui/panel/Card.tsx';
import { Bar } from '../../ui/panel/Meter.tsx';
import { Panel } from '../../ui/panel/Panel.tsx';
import { Tile, TileBox, TileRow } from '../../ui/panel/Tile.tsx';
import { FreshnessChip } from '../../ui/status/FreshnessChip.tsx';
import { addressFrom, filterPayments, paramsOf, type RbfAddress, type RbfView, rbfViewOf, statusOptions } from './model.ts';
import { PaymentDrawer } from './PaymentDrawer.tsx';
import { PaymentTable } from './PaymentTable.tsx';
import { usePayments } from './queries.ts';
import './rbf.css';

/** Results-Based Finance Tracking (C-31): which milestones were reached, what they pay, and how much of it is paid. */
export function RbfScreen() {
  const [params, setParams] = useSearchParams();
  const address = addressFrom(params);
  const { payments, corrupt, state, problem, freshness } = usePayments();
  const [busy, setBusy] = useState(false);
  const show = (change: Partial<RbfAddress>) => setParams(new URLSearchParams(paramsOf({ ...address, ...change })), { replace: true });
  const refresh = () => {
    setBusy(true);
    void hub.refresh(['rbfPayments']).finally(() => setBusy(false));
  };
  const found = filterPayments(payments, address);

  return (
    <DrawerLayout>
      <Page
        title="Results-Based Finance Tracking"
        badge={payments.length > 0 && <span className="uk-fg3">{plural(payments.length, 'payment')}</span>}
        actions={
          <>
            <FreshnessChip value={freshness} />
            <Button icon={RefreshCw} busy={busy} onClick={refresh}>
              Refresh
            </Button>
          </>
        }
      >
        <Stack>
          {state === 'failed' && (
            <ErrorPanel
              title="Failed to load RBF payment data"
              message={problem?.message ?? 'An error occurred while loading this content.'}
              stillWorks="The menus and the other pages still work."
              onRetry={refresh}
              busy={busy}
              {...(problem?.correlationId === undefined ? {} : { correlationId: problem.correlationId })}
            />
          )}
          {state === 'loading' && (
            <Panel title="Summary" busy pad>
              {[0, 1, 2, 3, 4, 5, 6].map((row) => (
                <Skeleton key={row} w="100%" h={20} block />
              ))}
            </Panel>
          )}
          {state === 'empty' && (
            <Card as="div">
              <EmptyState icon={Banknote} title="No RBF payments found">
                Payments appear here once a verified site reaches a milestone.
              </EmptyState>
            </Card>
          )}
          {state === 'ready' && (
            <>
              <Panel title="Summary" note="all payments" freshness={freshness}>
                <Summary view={rbfViewOf(payments)} />
              </Panel>
              <Toolbar label="Find payments">
                <SearchField
                  label="Search payments"
                  placeholder="Payment, site or transaction"
                  value={address.search}
                  onChange={(search) => show({ search })}
                />
                <FilterMenu
                  label="Status"
                  value={address.status ?? 'all'}
                  options={[{ value: 'all', label: 'All statuses' }, ...statusOptions(payments)]}
                  onChange={(status) => show({ status: status === 'all' ? null : status })}
                />
              </Toolbar>
              {found.length === 0 ? (
                <Card as="div">
                  <EmptyState
                    icon={SearchX}
                    title="No payment matches"
                    action={<Button onClick={() => show({ search: '', status: null })}>Clear filters</Button>}
                  >
                    {plural(payments.length, 'payment')} on this device. Payment, verification, milestone, site and transaction are
                    searched.
                  </EmptyState>
                </Card>
              ) : (
                <PaymentTable payments={found} selected={address.open} onOpen={(open) => show({ open })} />
              )}
            </>
          )}
          {corrupt > 0 && (
            <p className="uk-fg2">{plural(corrupt, 'payment')} on this device could not be read and will be fetched again.</p>
          )}
        </Stack>
      </Page>
      {address.open !== null && (
        <PaymentDrawer
          key={address.open}
          paymentId={address.open}
          payment={payments.find(({ payment_id }) => payment_id === address.open) ?? null}
          loading={state === 'loading'}
          onClose={() => show({ open: null })}
        />
      )}
    </DrawerLayout>
  );
}

function Summary({ view }: { readonly view: RbfView }) {
  return (
    <TileRow>
      <TileBox>
        <Tile title="Total paid" value={view.totalPaid.join(', ')} note={plural(view.paid, 'payment')} />
      </TileBox>
      <TileBox>
        <Tile title="Total pending" value={view.totalPending.join(', ')} note={plural(view.pending, 'payment')} />
      </TileBox>
      <TileBox>
        <Tile
          title="Total payments"
          value={formatCount(view.total)}
          note={view.failed === 0 ? 'None failed' : `${formatCount(view.failed)} failed`}
        />
      </TileBox>
      <TileBox>
        <Tile
          title="Completion rate"
          value={formatPercent(view.completion, 1)}
          note={`${formatCount(view.paid)} of ${plural(view.total, 'payment')} paid`}
        >
          <Bar share={view.completion / 100} label={`Completion rate ${formatPercent(view.completion, 1)}`} />
        </Tile>
      </TileBox>
    </TileRow>
  );
}
