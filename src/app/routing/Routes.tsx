import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { Redirect, useLocation, useSearch } from 'wouter';
import { useStoredRole } from '../../bridge/activeRole.ts';
import { useSessionStatus } from '../../bridge/useHubStatus.ts';
import { mayOpen, type ScreenId, screenIds, screens } from '../../domain/screens.ts';
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

// Where somebody ends who took a wrong way: not on the way to the first row.
const { View: NotFoundHere } = lazyScreen(async () => (await import('./NotFoundRoute.tsx')).NotFoundHere);
const { View: DeniedHere } = lazyScreen(async () => (await import('./DeniedRoute.tsx')).DeniedInPlace);
// Nobody carries a skin who does not ask for it.
const { Part: Skin } = lazyPart(async () => (await import('../skin/Skinned.tsx')).Skinned);

/** Screens that fill the window by themselves, with no bar and no breadcrumb. */
const bare: ReadonlySet<ScreenId> = new Set<ScreenId>(['login', 'callback', 'resetRequest', 'resetConfirm', 'confirmEmail', 'wall']);

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

/** The page in the skin, drawn once that is there: it must not change its look under somebody's eyes. Without the skin's code it is the same page in the standard look. */
function Skinned({ children }: { readonly children: ReactNode }) {
  const [missing, setMissing] = useState(false);
  return missing ? children : <Skin onMissing={() => setMissing(true)}>{children}</Skin>;
}

/** A page on sample data is loaded anew, by `main.tsx` and without what this one stands on. */
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

/** The first screen has its rows by then, on a slow device too: code that is read beside them would hold them up. */
const preloadAfterMs = 3_000;

/** Once signed in, fetches the code of every screen the person may open (idlePreload.ts). */
function useIdlePreload(held: ReturnType<typeof heldBy>): void {
  const key = held === null ? '' : screenIds.filter((id) => mayOpen(id, held)).join(' ');
  useEffect(() => {
    let cancel = () => {};
    let over = false;
    const timer = setTimeout(() => {
      // Code that does not arrive leaves the screens to be fetched when they are opened.
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
