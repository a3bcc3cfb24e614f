import { Links } from '../bridge/address/Link.tsx';
import { useHubStatus } from '../bridge/hub/useHubStatus.ts';
import { LiveRegion } from '../ui/feedback/LiveRegion.tsx';
import { Toaster } from '../ui/feedback/Toaster.tsx';
import { UiProvider } from '../ui/theme/UiProvider.tsx';
import { ClockProvider } from '../ui/time/clock.tsx';
import { usePlatformConfig } from './auth/usePlatformConfig.ts';
import { LockGate } from './lock/LockGate.tsx';
import { Routes } from './routing/Routes.tsx';
import { ScreenBoundary } from './routing/ScreenBoundary.tsx';
import { HubMessages } from './session/HubMessages.tsx';

/** Time zone of the default tenant (C-1), used until the platform or the session has named one. */
const defaultZone = 'Africa/Nairobi';

/** Root component: theme, tenant zone and platform clock, messages, routes. */
export function App() {
  const status = useHubStatus();
  const { remembered } = usePlatformConfig();
  const zone = status.session.phase === 'signedIn' ? status.session.tenant.timeZone : (remembered?.tenant.timeZone ?? defaultZone);
  return (
    <UiProvider>
      <ClockProvider
        zone={zone}
        offsetMs={status.serverOffsetMs}
        confirmed={status.clock.confirmed}
        businessAt={status.simulation?.mode === 'off' ? Date.parse(status.simulation.businessTime) : null}
      >
        <Links>
          <ScreenBoundary resetKey="app">
            <LockGate>
              <Routes />
            </LockGate>
            <HubMessages />
          </ScreenBoundary>
        </Links>
        <Toaster />
        <LiveRegion />
      </ClockProvider>
    </UiProvider>
  );
}
