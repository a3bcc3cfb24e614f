import { screenHref } from '../../domain/screens/link.ts';
import { Suspense, useEffect } from 'react';
import { Link } from '../../bridge/address/Link.tsx';
import { useHubStatus } from '../../bridge/hub/useHubStatus.ts';
import type { WallDashboardId, WallInterrupt } from '../../contracts/display.ts';
import { burnInShift } from '../../domain/wall/rotation.ts';
import { isHalted } from '../../domain/freshness/resourceFreshness.ts';
import { wallDashboards } from '../../domain/wall/dashboards.ts';
import { IncidentLine } from '../../screens/incidents/IncidentLine.tsx';
import { useWallIncidents } from '../../screens/incidents/wall.ts';
import { FiguresProvider } from '../../ui/wall/figures.tsx';
import { WallBlank } from '../../ui/wall/WallParts.tsx';
import { dashboardViews } from './dashboardViews.tsx';
import { useRotation } from './useRotation.ts';
import { useWallFigures } from './useWallFigures.ts';
import { WallBoundary } from './WallBoundary.tsx';
import { WallFoot } from './WallFoot.tsx';
import { WallHalt } from './WallHalt.tsx';
import { WallHead, WallStill } from './WallHead.tsx';

interface WallProps {
  readonly playlist: readonly WallDashboardId[];
  readonly dwellMs: number;
  readonly place: string;
  readonly name: string;
  /** Severity from which an incident interrupts the rotation; the default if absent. */
  readonly interruptFrom?: WallInterrupt | undefined;
  /** A person previews what a display would show. */
  readonly preview?: boolean;
  readonly onShown?: (id: WallDashboardId) => void;
}

/** Rotates the dashboards of a playlist in one frame of constant shape. */
export function Wall({ playlist, dwellMs, place, name, interruptFrom, preview = false, onShown }: WallProps) {
  const { pins, line, quiet } = useWallIncidents(interruptFrom);
  const status = useHubStatus();
  const { killSwitch } = status;
  useWallFigures(playlist);
  const rotation = useRotation({ playlist, dwellMs, pinned: pins ? 'incidents' : null, halt: killSwitch });
  const { shown, now, alone } = rotation;
  const { x, y } = burnInShift(now);
  const { View } = dashboardViews[shown];
  useEffect(() => onShown?.(shown), [onShown, shown]);
  // Preloads the code of all dashboards, so that it is there at their turn and when the link is gone.
  useEffect(() => {
    for (const id of [...playlist, 'incidents' as const]) dashboardViews[id].preload();
  }, [playlist]);
  return (
    <FiguresProvider>
      <div className="wall-frame" style={{ translate: `${x}px ${y}px` }}>
        <WallHead title={alone ? 'Kill switch' : wallDashboards[shown].title} place={place} name={name} />
        {killSwitch === null ? <WallStill /> : <WallHalt killSwitch={killSwitch} alone={alone} past={!isHalted(status)} />}
        {!alone && (
          <>
            <main className="wall-main" id="main">
              <WallBoundary resetKey={shown} then="again">
                <Suspense fallback={<WallBlank shape="processing" title="Waiting for the first figures" />}>
                  <View key={shown} />
                </Suspense>
              </WallBoundary>
            </main>
            {/* The halt is more important than the incident line. */}
            {shown !== 'incidents' && line !== null && killSwitch === null && <IncidentLine />}
            <WallFoot
              quiet={quiet}
              playlist={playlist}
              dwellMs={dwellMs}
              place={rotation.place}
              pinned={rotation.pinned}
              nextInMs={rotation.nextInMs}
            />
          </>
        )}
        {preview && (
          <p className="wall-preview">
            Preview of what a wall display shows. <Link href={screenHref('overview')}>Leave</Link>
          </p>
        )}
      </div>
    </FiguresProvider>
  );
}
