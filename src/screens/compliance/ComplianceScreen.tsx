import { useState } from 'react';
import { useAddress } from '../../bridge/address/useAddress.ts';
import { useOpening } from '../../bridge/address/useOpening.ts';
import { useInvalidate } from '../../bridge/reads/useApiQuery.ts';
import { useSessionStatus } from '../../bridge/hub/useHubStatus.ts';
import { serverNow } from '../../bridge/hub/useServerNow.ts';
import { complianceEndpoints } from '../../contracts/complianceEndpoints.ts';
import type { AddressOf } from '../../domain/screens/address.ts';
import { HowComputed } from '../../ui/figures/HowComputed.tsx';
import { Page, Stack } from '../../ui/page/Page.tsx';
import { PageAge } from '../../ui/page/PageAge.tsx';
import { Analytics } from './Analytics.tsx';
import { Calculator } from './Calculator.tsx';
import { type CalculatorState, freshCalculator } from './calculatorState.ts';
import { useReports } from './queries.ts';
import { ReportCards } from './ReportCards.tsx';
import { ReportHistory } from './ReportHistory.tsx';
import { ReportView } from './ReportView.tsx';
import './compliance.css';

/** Compliance & Audit (C-33 to C-35): signed reports and their history, analytics of the portfolios, and the calculator for a project. */
export function ComplianceScreen() {
  const [address, show] = useAddress('compliance');
  const [calculator, setCalculator] = useState(freshCalculator);
  if (address.open !== null) return <ReportView reportId={address.open} onBack={() => show({ open: null })} />;
  return <Everything address={address} show={show} calculator={calculator} onCalculator={setCalculator} />;
}

interface EverythingProps {
  readonly address: AddressOf<'compliance'>;
  readonly show: (change: Partial<AddressOf<'compliance'>>) => void;
  readonly calculator: CalculatorState;
  readonly onCalculator: (state: CalculatorState) => void;
}

function Everything({ address, show, calculator, onCalculator }: EverythingProps) {
  const session = useSessionStatus();
  const currency = session.phase === 'signedIn' ? session.tenant.currency : 'KES';
  const reports = useReports();
  const invalidate = useInvalidate();
  const refreshAll = () => {
    reports.refresh();
    invalidate(complianceEndpoints.pcafPortfolios);
    invalidate(complianceEndpoints.pcafPortfolio);
  };
  const opening = useOpening('compliance', address, show);
  return (
    <Page
      title="Compliance & Audit"
      actions={
        <>
          <HowComputed screen="compliance" />
          <PageAge freshness={reports.freshness} refreshing={{ busy: reports.busy, refresh: refreshAll }} />
        </>
      }
    >
      <Stack>
        <ReportCards reports={reports} onOpen={opening.onOpen} />
        <ReportHistory
          reports={reports}
          kind={address.kind}
          onKind={(kind) => show({ kind })}
          order={{ sort: address.sort, onSort: (sort) => show({ sort }) }}
          opening={opening}
        />
        <Analytics wanted={address.portfolio} onChoose={(portfolio) => show({ portfolio })} />
        <Calculator state={calculator} onChange={onCalculator} currency={currency} now={serverNow} />
      </Stack>
    </Page>
  );
}
