import { useSessionStatus } from '../../bridge/useHubStatus.ts';
import { serverNow } from '../../bridge/useServerNow.ts';
import { Page, Stack } from '../../ui/page/Page.tsx';
import { Calculator } from './Calculator.tsx';
import './compliance.css';

/** Compliance & Audit: what a project avoids, computed where the person is. */
export function ComplianceScreen() {
  const session = useSessionStatus();
  const currency = session.phase === 'signedIn' ? session.tenant.currency : 'KES';
  return (
    <Page title="Compliance & Audit">
      <Stack>
        <Calculator currency={currency} now={serverNow} />
      </Stack>
    </Page>
  );
}
