import { listRead, usePanel } from '../../bridge/usePanel.ts';
import { useHubStatus } from '../../bridge/useHubStatus.ts';
import { useStored } from '../../bridge/useStored.ts';
import { useWanted } from '../../bridge/useWanted.ts';
import { businessNowOf } from '../../domain/businessClock.ts';
import { usualInterrupt, type WallInterrupt } from '../../contracts/display.ts';
import { type FreshnessState, isLost, isOutdated } from '../../domain/freshness.ts';
import type { PanelState } from '../../domain/panelState.ts';
import { isGraver, type SeverityRule } from '../../domain/severity.ts';
import { readIncidents } from '../../store/read.ts';
import { useNow } from '../../ui/time/clock.tsx';
import { type IncidentView, incidentViews, knownUntil } from './model.ts';
import { standing } from './services.ts';

const ownCause: SeverityRule = 'killSwitch';

/** The incidents as every wall needs them, whatever it shows. */
export function useWallIncidents(interruptFrom: WallInterrupt = usualInterrupt) {
  useWanted(['incidents']);
  const stored = useStored(() => readIncidents(), []);
  const serverNow = useNow(30_000);
  const { simulation } = useHubStatus();
  const { value, ...panel } = usePanel('incidents', stored, listRead);
  const until = knownUntil(serverNow, panel.freshness);
  const now = businessNowOf(simulation, until);
  const views = incidentViews({ incidents: value?.rows ?? [], components: [], stages: [], businessNow: now, serverNow: until, origin: '' });
  return {
    ...panel,
    views,
    standing: standing(views, now, panel.totalCount, panel.unread),
    line: lineOf(views),
    pins: pinsView(views, panel.freshness, interruptFrom),
    quiet: quietOf(views, panel),
  };
}

/** The line under every dashboard: the worst that is active, and how many more; null while nothing is. */
export function lineOf(views: readonly IncidentView[]): { readonly view: IncidentView; readonly more: number } | null {
  const active = views.filter((view) => view.active);
  const [view] = active;
  return view === undefined ? null : { view, more: active.length - 1 };
}

/** How the list was read from this device. */
interface ListRead {
  readonly state: PanelState;
  /** Rows that are held and cannot be read (F-25). */
  readonly unread: number;
  readonly freshness: FreshnessState;
}

/** What a wall says where no incident stands under the dashboard: that there is none, or that nobody knows. Null where one stands there, and says it itself. */
export function quietOf(views: readonly IncidentView[], { state, unread, freshness }: ListRead): 'none' | 'unknown' | null {
  if (lineOf(views) !== null) return null;
  const whole = (state === 'ready' || state === 'empty') && unread === 0;
  return whole && !isLost(freshness) ? 'none' : 'unknown';
}

/**
 * Whether what is wrong pins its view (LOOK, Wall): as grave as this wall was told or graver, until somebody has taken it up, and only while it is known to be so. One
 * that pinned for ever would hide everything else. The kill switch has its own minute and its own band, and nobody can take its incident up while it is on.
 */
export function pinsView(views: readonly IncidentView[], freshness: FreshnessState, from: WallInterrupt = usualInterrupt): boolean {
  if (isOutdated(freshness) || from === 'none') return false;
  return views.some(
    ({ active, acknowledged, incident: { severity, cause } }) =>
      active && acknowledged === null && !isGraver(from, severity) && cause !== ownCause,
  );
}
