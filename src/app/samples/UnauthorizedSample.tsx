import { navigate } from '../../bridge/address/navigation.ts';
import { consoleRoleLabels } from '../../domain/accounts/access.ts';
import { UnauthorizedScreen } from '../../screens/unauthorized/UnauthorizedScreen.tsx';
import { home } from '../routing/deepLink.ts';
import { Skinned } from '../skin/Skinned.tsx';
import { SampleMark } from './SampleMark.tsx';
import { sampleSupport } from './sampleState.ts';

/** `/unauthorized-morphic`: Access Denied in the redesign's wording (I-4), on sample data. */
export function UnauthorizedSample() {
  return (
    <Skinned>
      <main className="sample-notice" id="main" tabIndex={-1}>
        <UnauthorizedScreen
          page={null}
          roleLabel={consoleRoleLabels.read_only}
          supportUrl={sampleSupport}
          dashboardLabel="Dashboard"
          onBack={() => (history.length > 1 ? history.back() : navigate(home))}
          onDashboard={() => navigate(home)}
        />
      </main>
      <SampleMark />
    </Skinned>
  );
}
