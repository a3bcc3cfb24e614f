import { type ReactNode, Suspense } from 'react';
import { usePath } from '../../bridge/address/navigation.ts';
import { useHubStatus } from '../../bridge/hub/useHubStatus.ts';
import { placeAt } from '../../domain/places.ts';
import { StartingFrame } from '../chrome/StartingFrame.tsx';
import { lazyScreen } from '../routing/lazyScreen.tsx';
// In the page's own style sheet: another file would be another line in the service worker, which is read before each cold start.
import './lock.css';

// Loaded only on devices with a lock.
const { View: LockScreen } = lazyScreen(async () => (await import('./LockScreen.tsx')).LockScreen);
// Loaded only by replaced builds. If its code can no longer be loaded, the error shown offers the same way out: reload.
const { View: Superseded } = lazyScreen(async () => (await import('./LockScreen.tsx')).Superseded);

/**
 * Behind a closed lock only the lock is shown (D-31), whatever the address; public pages stay open, since signing in is the other way in.
 * Beside an incompatible newer version nothing else is shown either; a wall display, where nobody can reload, does so by itself
 * (`useSelfCare`).
 */
export function LockGate({ children }: { readonly children: ReactNode }) {
  const { lock, superseded } = useHubStatus();
  const path = usePath();
  if (superseded && placeAt(path)?.id !== 'wall')
    return (
      <Suspense fallback={<StartingFrame />}>
        <Superseded />
      </Suspense>
    );
  if (lock.state !== 'locked' || placeAt(path)?.needs === 'public') return children;
  return (
    <Suspense fallback={<StartingFrame />}>
      <LockScreen />
    </Suspense>
  );
}
