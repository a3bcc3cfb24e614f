import { Banknote } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useAddress } from '../../bridge/address/useAddress.ts';
import { useOpening } from '../../bridge/address/useOpening.ts';
import { useExport } from '../../bridge/useExport.ts';
import { useRefresh } from '../../bridge/reads/useRefresh.ts';
import type { RbfPayment } from '../../contracts/rbf.ts';
import type { AddressOf } from '../../domain/screens/address.ts';
import { milestoneTotals } from '../../domain/exports/finance.ts';
import { plural } from '../../domain/format.ts';
import { TrendPanel, WindowMenu } from '../../ui/chart/TrendPanel.tsx';
import { Filter } from '../../ui/controls/FilterMenu.tsx';
import { SignaturesLine } from '../../ui/evidence/SignaturesLine.tsx';
import { HowComputed } from '../../ui/figures/HowComputed.tsx';
import { DrawerLayout } from '../../ui/overlay/Drawer.tsx';
import { FoundList } from '../../ui/page/FoundList.tsx';
import { LoadedPage } from '../../ui/page/LoadedPage.tsx';
import { Panel } from '../../ui/panel/Panel.tsx';
import { StatusBadge } from '../../ui/status/StatusBadge.tsx';
import { MilestonesPanel } from './MilestonesPanel.tsx';
import {
  backingOptions,
  everyPayment,
  filterPayments,
  milestoneOptions,
  milestoneViews,
  siteOptions,
  statusOptions,
  unbackedLabels,
} from './model.ts';
import { PaymentDrawer } from './PaymentDrawer.tsx';
import { PaymentTable } from './PaymentTable.tsx';
import { usePayments } from './queries.ts';
import { RbfSkeleton, RbfSummary } from './RbfSummary.tsx';
import './rbf.css';

/** Results-Based Finance Tracking (C-31): reached milestones, their payments, and how much of them is paid. */
export function RbfScreen() {
  const [address, show] = useAddress('rbf');
  const opening = useOpening('rbf', address, show);
  const { search, status, site, milestone, backing, window, sort, open } = address;
  const { payments, view, checks, trends, trendsFreshness, trendsState, lost, frame } = usePayments(window);
  const refreshing = useRefresh(['rbfPayments', `series:${window}`]);
  const [order, setOrder] = useState<readonly string[]>([]);
  const found = useMemo(
    () => filterPayments(payments, { search, status, site, milestone, backing }),
    [payments, search, status, site, milestone, backing],
  );
  const unbacked = unbackedLabels(payments);
  const exports = useExport({
    type: 'rbf_payments',
    title: 'RBF payments',
    filter: { search, status, siteCode: site, milestoneId: milestone, evidence: backing, sort },
    count: found.length,
    freshness: frame.freshness,
    unread: frame.unread,
    rows: (shown: readonly { readonly record: RbfPayment }[]) => shown.map(({ record }) => record),
  });
  const milestones = milestoneViews(payments);
  const milestoneExports = useExport({
    type: 'rbf_milestones',
    title: 'Milestones',
    filter: {},
    count: milestones.length,
    freshness: frame.freshness,
    unread: frame.unread,
    rows: () => milestoneTotals(payments),
  });

  return (
    <DrawerLayout>
      <LoadedPage
        title="Results-Based Finance Tracking"
        badge={payments.length > 0 && <span className="uk-fg3">{plural(payments.length, 'payment')}</span>}
        actions={<HowComputed screen="rbf" />}
        frame={frame}
        refreshing={refreshing}
        failed="Failed to load RBF payment data"
        empty={{
          icon: Banknote,
          title: 'No RBF payments found',
          text: 'Payments appear here once a verified site reaches a milestone.',
        }}
        skeleton={<RbfSkeleton />}
        what="payment"
      >
        {() => (
          <>
            <div className="rbf-top">
              <Panel title="Summary" note="all payments" freshness={frame.freshness}>
                <RbfSummary view={view} />
              </Panel>
              <MilestonesPanel views={milestones} freshness={frame.freshness} exports={milestoneExports} />
            </div>
            <TrendPanel
              trends={trends}
              window={window}
              lost={lost}
              freshness={trendsFreshness}
              state={trendsState}
              aside={<WindowMenu window={window} onChange={(chosen) => show({ window: chosen })} />}
            />
            <FoundList
              what="payment"
              search={search}
              placeholder="Payment, site or transaction"
              onSearch={(typed) => show({ search: typed })}
              searched="Payment, verification, milestone, site and transaction are searched."
              filters={<PaymentFilters payments={payments} address={address} show={show} />}
              end={
                <span className="rbf-signatures">
                  <SignaturesLine verdicts={checks.verdicts} total={payments.length} unread={frame.unread + frame.notHeld} />
                  {unbacked !== null && <StatusBadge status="warn">{unbacked}</StatusBadge>}
                </span>
              }
              held={payments.length}
              found={found.length}
              onClear={() => show(everyPayment)}
            >
              <PaymentTable
                payments={found}
                verdicts={checks.verdicts}
                order={{ sort, onSort: (chosen) => show({ sort: chosen }) }}
                onOrder={setOrder}
                opening={opening}
                exports={exports}
              />
            </FoundList>
          </>
        )}
      </LoadedPage>
      {open !== null && (
        <PaymentDrawer
          freshness={frame.freshness}
          key={open}
          paymentId={open}
          payment={payments.find(({ payment_id }) => payment_id === open) ?? null}
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

interface PaymentFiltersProps {
  readonly payments: readonly RbfPayment[];
  readonly address: AddressOf<'rbf'>;
  readonly show: (change: Partial<AddressOf<'rbf'>>) => void;
}

function PaymentFilters({ payments, address: { status, site, milestone, backing }, show }: PaymentFiltersProps) {
  return (
    <>
      <Filter
        label="Status"
        value={status}
        all="All statuses"
        options={statusOptions(payments)}
        onChange={(chosen) => show({ status: chosen })}
      />
      <Filter
        label="Milestone"
        value={milestone}
        all="All milestones"
        options={milestoneOptions(payments, milestone)}
        onChange={(chosen) => show({ milestone: chosen })}
      />
      <Filter
        label="Site"
        value={site}
        all="All sites"
        options={siteOptions(payments, site)}
        onChange={(chosen) => show({ site: chosen })}
      />
      <Filter
        label="Evidence"
        value={backing}
        all="Any evidence"
        options={backingOptions(payments)}
        onChange={(chosen) => show({ backing: chosen })}
      />
    </>
  );
}
