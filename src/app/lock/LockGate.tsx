import { type ReactNode, Suspense } from 'react';
import { useLocation } from 'wouter';
import { useHubStatus } from '../../bridge/useHubStatus.ts';
import { placeAt } from '../../domain/places.ts';
import { StartingFrame } from '../chrome/StartingFrame.tsx';
import { lazyScreen } from '../routing/lazyScreen.tsx';
// With the page's own sheet: a file more would be a line more in the service worker, which everybody reads before each cold start.
import './lock.css';

// Nobody carries it whose device has no lock.
const { View: LockScreen } = lazyScreen(async () => (await import('./LockScreen.tsx')).LockScreen);
// Nor that of a build that was replaced. Where its code does not come any more, what is said of that has the same way out: reload.
const { View: Superseded } = lazyScreen(async () => (await import('./LockScreen.tsx')).Superseded);

/**
 * Behind a closed lock nothing is shown but the lock (D-31), whatever the address; the doors stay open, since signing in is the other way in. Beside a newer
 * version that this one cannot speak with nothing is shown at all; a wall, which nobody reloads, does so by itself (`useSelfCare`).
 */
export function LockGate({ children }: { readonly children: ReactNode }) {
  const { lock, superseded } = useHubStatus();
  const [path] = useLocation();
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
