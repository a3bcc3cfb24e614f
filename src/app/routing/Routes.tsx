import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { useStoredRole } from '../../bridge/acts/activeRole.ts';
import { Redirect } from '../../bridge/address/Link.tsx';
import { usePath, useQuery } from '../../bridge/address/navigation.ts';
import { useSessionStatus } from '../../bridge/hub/useHubStatus.ts';
import { mayOpen, type ScreenId, screenIds, screens } from '../../domain/screens/screens.ts';
import { lazyPart } from '../../ui/feedback/lazyPart.tsx';
import { PublicFrame } from '../chrome/PublicFrame.tsx';
import { Shell } from '../chrome/Shell.tsx';
import { PageSkeleton } from '../chrome/PageSkeleton.tsx';
import { StartingFrame } from '../chrome/StartingFrame.tsx';
import { decideRoute, heldBy } from './guard.ts';
import { lazyScreen } from './lazyScreen.tsx';
import { registry } from './registry.tsx';
import { RouteFocus, useRouteAsked } from './RouteFocus.tsx';
import { ScreenBoundary } from './ScreenBoundary.tsx';

// Rarely needed, so not loaded before the first rows.
const { View: NotFoundHere } = lazyScreen(async () => (await import('./NotFoundRoute.tsx')).NotFoundHere);
const { View: DeniedHere } = lazyScreen(async () => (await import('./DeniedRoute.tsx')).DeniedInPlace);
// Loaded only for pages in the skin.
const { Part: Skin } = lazyPart(async () => (await import('../skin/Skinned.tsx')).Skinned);

/** Screens that fill the window, without bar and breadcrumb. */
const bare: ReadonlySet<ScreenId> = new Set<ScreenId>(['login', 'callback', 'resetRequest', 'resetConfirm', 'confirmEmail', 'wall']);

/** Renders the guard's decision for the address; no code of a screen is loaded before it. */
export function Routes() {
  const path = usePath();
  const search = useQuery();
  const session = useSessionStatus();
  const stored = useStoredRole();
  const decision = decideRoute(path, search, session, stored);
  // A wall display opens none of these screens.
  useIdlePreload(session.phase === 'signedIn' && session.user.display !== undefined ? null : heldBy(session, stored));

  switch (decision.kind) {
    case 'redirect':
      return <Redirect to={decision.to} />;
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
      const { id, morphic } = decision;
      if (morphic === 'sample') return <LoadAnew />;
      const { View } = registry[id];
      const { title } = screens[id];
      if (bare.has(id)) {
        return (
          <ScreenBoundary resetKey={path}>
            <Suspense fallback={null}>
              <View />
              <RouteFocus address={path} title={title} />
            </Suspense>
          </ScreenBoundary>
        );
      }
      const page = (
        <Framed path={path} signedIn={session.phase === 'signedIn'} title={title}>
          <View />
        </Framed>
      );
      return morphic === null ? page : <Skinned>{page}</Skinned>;
    }
    default:
      return decision satisfies never;
  }
}

/**
 * The page in the skin, rendered once the skin is loaded, so that its look never changes while shown. Without the skin's code it has the
 * standard look.
 */
function Skinned({ children }: { readonly children: ReactNode }) {
  const [missing, setMissing] = useState(false);
  return missing ? children : <Skin onMissing={() => setMissing(true)}>{children}</Skin>;
}

/** A page on sample data is loaded by `main.tsx` in a new document, without hub and session. */
function LoadAnew() {
  useEffect(() => location.reload(), []);
  return null;
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

/** By then the first screen has its rows, even on a slow device; loading code earlier would delay them. Milliseconds. */
const preloadAfterMs = 3_000;

/** Once signed in, loads the code of every screen the user may open (idlePreload.ts). */
function useIdlePreload(held: ReturnType<typeof heldBy>): void {
  const key = held === null ? '' : screenIds.filter((id) => mayOpen(id, held)).join(' ');
  useEffect(() => {
    let cancel = () => {};
    let over = false;
    const timer = setTimeout(() => {
      // If this code cannot be loaded, screens are loaded when they are opened.
      void import('./idlePreload.ts').then(
        ({ preloadWhenIdle }) => {
          if (!over) cancel = preloadWhenIdle(screenIds.filter((id) => key.split(' ').includes(id)));
        },
        () => undefined,
      );
    }, preloadAfterMs);
    return () => {
      over = true;
      clearTimeout(timer);
      cancel();
    };
  }, [key]);
}
