import { Banknote, SearchX } from 'lucide-react';
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
import { Panel } from '../../ui/panel/Panel.tsx';
import { addressFrom, filterPayments, paramsOf, type RbfAddress, rbfViewOf, statusOptions } from './model.ts';
import { PaymentDrawer } from './PaymentDrawer.tsx';
import { PaymentTable } from './PaymentTable.tsx';
import { usePayments } from './queries.ts';
import { RbfSkeleton, RbfSummary } from './RbfSummary.tsx';
import './rbf.css';

/** Results-Based Finance Tracking (C-31): which milestones were reached, what they pay, and how much of it is paid. */
export function RbfScreen() {
  const [params, setParams] = useSearchParams();
  const address = addressFrom(params);
  const { payments, corrupt, state, problem, freshness } = usePayments();
  const { busy, refresh } = useRefresh(['rbfPayments']);
  const show = (change: Partial<RbfAddress>) => setParams(new URLSearchParams(paramsOf({ ...address, ...change })), { replace: true });
  const found = filterPayments(payments, address);

  return (
    <DrawerLayout>
      <Page
        title="Results-Based Finance Tracking"
        badge={payments.length > 0 && <span className="uk-fg3">{plural(payments.length, 'payment')}</span>}
        actions={<PageAge freshness={freshness} busy={busy} onRefresh={refresh} />}
      >
        <Stack>
          <LoadStates
            state={state}
            problem={problem}
            onRetry={refresh}
            busy={busy}
            failed="Failed to load RBF payment data"
            empty={{
              icon: Banknote,
              title: 'No RBF payments found',
              text: 'Payments appear here once a verified site reaches a milestone.',
            }}
            skeleton={<RbfSkeleton />}
          >
            {() => (
              <>
                <Panel title="Summary" note="all payments" freshness={freshness}>
                  <RbfSummary view={rbfViewOf(payments)} />
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
          </LoadStates>
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
