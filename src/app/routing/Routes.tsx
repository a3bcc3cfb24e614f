import { type ReactNode, Suspense, useEffect } from 'react';
import { Redirect, useLocation, useSearch } from 'wouter';
import { useStoredRole } from '../../bridge/activeRole.ts';
import { useSessionStatus } from '../../bridge/useHubStatus.ts';
import { mayOpen, type ScreenId, screenIds, screens } from '../../domain/screens.ts';
import { PublicFrame } from '../chrome/PublicFrame.tsx';
import { Shell } from '../chrome/Shell.tsx';
import { PageSkeleton } from '../chrome/PageSkeleton.tsx';
import { StartingFrame } from '../chrome/StartingFrame.tsx';
import { decideRoute, heldBy } from './guard.ts';
import { lazyScreen } from './lazyScreen.tsx';
import { registry } from './registry.tsx';
import { RouteFocus, useRouteAsked } from './RouteFocus.tsx';
import { ScreenBoundary } from './ScreenBoundary.tsx';

// Where somebody ends who took a wrong way: not on the way to the first row.
const { View: NotFoundHere } = lazyScreen(async () => (await import('./NotFoundRoute.tsx')).NotFoundHere);
const { View: DeniedHere } = lazyScreen(async () => (await import('./DeniedRoute.tsx')).DeniedInPlace);

/** Screens that fill the window by themselves, with no bar and no breadcrumb. */
const bare: ReadonlySet<ScreenId> = new Set<ScreenId>(['login', 'callback', 'wall']);

/** Shows what the guard decides for the address; nothing of a screen is loaded before it said so. */
export function Routes() {
  const [path] = useLocation();
  const search = useSearch();
  const session = useSessionStatus();
  const stored = useStoredRole();
  const decision = decideRoute(path, search, session, stored);
  // A wall display opens none of them.
  useIdlePreload(session.phase === 'signedIn' && session.user.display !== undefined ? null : heldBy(session, stored));

  switch (decision.kind) {
    case 'redirect':
      return <Redirect to={decision.to} replace />;
    case 'wait':
      return <StartingFrame />;
    case 'notFound':
      return (
        <Framed path={path} signedIn={session.phase === 'signedIn'} title="Page not found">
          <NotFoundHere />
        </Framed>
      );
    case 'denied':
      return (
        <Framed path={path} signedIn title="Access Denied">
          <DeniedHere />
        </Framed>
      );
    case 'open': {
      const { View } = registry[decision.id];
      const { title } = screens[decision.id];
      if (bare.has(decision.id)) {
        return (
          <ScreenBoundary resetKey={path}>
            <Suspense fallback={null}>
              <View />
              <RouteFocus address={path} title={title} />
            </Suspense>
          </ScreenBoundary>
        );
      }
      return (
        <Framed path={path} signedIn={session.phase === 'signedIn'} title={title}>
          <View />
        </Framed>
      );
    }
    default:
      return decision satisfies never;
  }
}

function Framed({
  path,
  signedIn,
  title,
  children,
}: {
  readonly path: string;
  readonly signedIn: boolean;
  readonly title: string;
  readonly children: ReactNode;
}) {
  useRouteAsked(path);
  const Frame = signedIn ? Shell : PublicFrame;
  return (
    <Frame path={path}>
      <ScreenBoundary resetKey={path}>
        <Suspense fallback={<PageSkeleton />}>
          {children}
          <RouteFocus address={path} title={title} />
        </Suspense>
      </ScreenBoundary>
    </Frame>
  );
}

/** The first screen has its rows by then, on a slow device too: code that is read beside them would hold them up. */
const preloadAfterMs = 3_000;

/** Telemetry whose code does not arrive is nobody's loss. */
const ignored = (): void => undefined;

/** Once signed in, fetches the code of every screen the person may open while the browser idles, one after the other: menus then open at once,
 * and a dropped link finds it here. */
function useIdlePreload(held: ReturnType<typeof heldBy>): void {
  const key = held === null ? '' : screenIds.filter((id) => mayOpen(id, held)).join(' ');
  useEffect(() => {
    const left = screenIds.filter((id) => key.split(' ').includes(id));
    let cancel = () => {};
    const next = () => {
      const id = left.shift();
      if (id === undefined) {
        void import('../startTelemetry.ts').then(({ startTelemetry }) => startTelemetry(), ignored);
        return;
      }
      registry[id].preload();
      cancel = whenIdle(next);
    };
    const timer = setTimeout(() => {
      cancel = whenIdle(next);
    }, preloadAfterMs);
    return () => {
      clearTimeout(timer);
      cancel();
    };
  }, [key]);
}

/** Runs it when there is nothing else to do, within ten seconds. Answers how to call it off. */
function whenIdle(run: () => void): () => void {
  // Safari has no requestIdleCallback.
  if (typeof globalThis.requestIdleCallback !== 'function') {
    const timer = setTimeout(run, 200);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(run, { timeout: 10_000 });
  return () => cancelIdleCallback(handle);
}
