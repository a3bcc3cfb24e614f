import { useCallback, useState } from 'react';
import { readAddress } from '../../domain/screens/readAddress.ts';
import { useQuery } from '../../bridge/address/navigation.ts';
import { useApiQuery } from '../../bridge/reads/useApiQuery.ts';
import { useSessionStatus } from '../../bridge/hub/useHubStatus.ts';
import { dwellLimitsS, type WallDashboardId, wallDashboardIds } from '../../contracts/display.ts';
import { displayEndpoints } from '../../contracts/displayEndpoints.ts';
import type { SessionStatus } from '../../contracts/rpc.ts';
import { rightsOf } from '../../domain/accounts/rights.ts';
import { type WallDashboard, wallDashboards } from '../../domain/wall/dashboards.ts';
import { WallWaiting } from '../../ui/wall/WallParts.tsx';
import { PairingView } from './PairingView.tsx';
import { useDeviceProof } from './useDeviceProof.ts';
import { useReturn } from './useReturn.ts';
import { useWallReport } from './useWallReport.ts';
import { Wall } from './Wall.tsx';
import { WallBoundary } from './WallBoundary.tsx';
import { usePointer, useSelfCare, useWakeLock, useWallTheme } from './wallPage.ts';
import './wallFrame.css';

type SignedIn = Extract<SessionStatus, { phase: 'signedIn' }>;

/**
 * `/wall` (K-10). A paired display shows its playlist, an unpaired one its code; a person who opens the page sees a preview. It recovers
 * from any failure by itself and never shows a sign-in.
 */
export function WallRoute() {
  const session = useSessionStatus();
  const pointer = usePointer();
  useWakeLock();
  useSelfCare();
  return (
    <div className="wall" data-pointer={pointer ? '' : undefined}>
      <WallBoundary then="reload">
        <Shown session={session} />
      </WallBoundary>
    </div>
  );
}

function Shown({ session }: { readonly session: SessionStatus }) {
  switch (session.phase) {
    case 'starting':
      return <Starting />;
    case 'signedOut':
      return <Unpaired revoked={session.reason === 'revoked'} tries={session.logoutPending === false} />;
    case 'signedIn':
      return session.user.display === undefined ? <Preview session={session} /> : <Display session={session} />;
    default:
      return session satisfies never;
  }
}

function Starting() {
  useWallTheme(storedTheme());
  return <WallWaiting title="Starting" what="The platform has not identified this display yet" />;
}

function Unpaired({ revoked, tries }: { readonly revoked: boolean; readonly tries: boolean }) {
  useWallTheme('dark');
  const pairs = useReturn(tries);
  if (!pairs) return <WallWaiting title="Starting" what="The platform has not identified this display yet" />;
  return <PairingView revoked={revoked} />;
}

function Display({ session }: { readonly session: SignedIn }) {
  const { data } = useApiQuery(displayEndpoints.wall);
  const settings = data?.value ?? null;
  useWallTheme(settings?.theme ?? storedTheme());
  const [shown, setShown] = useState<WallDashboardId | null>(null);
  useWallReport(shown, session.user.id, settings?.version ?? null);
  const onShown = useCallback((id: WallDashboardId) => setShown(id), []);
  const isForeign = useDeviceProof(session.user.id);
  // The session is bound to another browser's key, or this one has lost its key: it gets no more data.
  if (isForeign) return <Unpaired revoked={false} tries={false} />;
  if (settings === null) return <WallWaiting title="Waiting for the playlist" what="The platform has not sent the playlist yet" />;
  return (
    <Wall
      playlist={settings.playlist}
      dwellMs={settings.dwellS * 1000}
      place={placeOf(session)}
      name={settings.name}
      interruptFrom={settings.interruptFrom}
      onShown={onShown}
    />
  );
}

function Preview({ session }: { readonly session: SignedIn }) {
  const { theme, playlist: named } = readAddress('wall', new URLSearchParams(useQuery()));
  useWallTheme(theme);
  const { mayFetch, permissions } = rightsOf(session.user);
  const asked = named?.split(',') ?? [];
  const may = wallDashboardIds.filter((id) => {
    const { reads, figures }: WallDashboard = wallDashboards[id];
    return reads.every(mayFetch) && (figures === undefined || permissions.has(displayEndpoints[figures].needs));
  });
  const chosen = asked.flatMap((name) => may.filter((id) => id === name));
  const [playlist] = useState(chosen.length === 0 ? may : chosen);
  return <Wall playlist={playlist} dwellMs={dwellLimitsS.usual * 1000} place={placeOf(session)} name={session.user.name} preview />;
}

function placeOf({ tenant }: SignedIn): string {
  return `${tenant.name} · ${tenant.place}`;
}

/** The theme last used on this wall, kept while it starts. */
function storedTheme(): 'dark' | 'light' {
  return document.documentElement.dataset['theme'] === 'light' && document.documentElement.dataset['display'] === 'wall' ? 'light' : 'dark';
}
