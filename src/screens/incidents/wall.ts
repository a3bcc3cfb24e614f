import { listRead, usePanel } from '../../bridge/reads/usePanel.ts';
import { useHubStatus } from '../../bridge/hub/useHubStatus.ts';
import { useStored } from '../../bridge/reads/useStored.ts';
import { useSubscription } from '../../bridge/reads/useSubscription.ts';
import { businessNowOf } from '../../domain/businessClock.ts';
import { usualInterrupt, type WallInterrupt } from '../../contracts/display.ts';
import { type FreshnessState, isLost, isOutdated } from '../../domain/freshness/freshness.ts';
import type { PanelState } from '../../domain/freshness/panelState.ts';
import { isGraver, type SeverityRule } from '../../domain/operations/severity.ts';
import { readIncidents } from '../../store/readIncidents.ts';
import { useNow } from '../../ui/time/clock.tsx';
import { type IncidentView, incidentViews, knownUntil } from './model.ts';
import { standing } from './services.ts';

const ownCause: SeverityRule = 'killSwitch';

/** The incidents as every wall needs them, whatever dashboard it shows. */
export function useWallIncidents(interruptFrom: WallInterrupt = usualInterrupt) {
  useSubscription(['incidents']);
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

/** Content of the line under every dashboard: the most severe active incident and the number of others; null if none is active. */
export function lineOf(views: readonly IncidentView[]): { readonly view: IncidentView; readonly more: number } | null {
  const active = views.filter((view) => view.active);
  const [view] = active;
  return view === undefined ? null : { view, more: active.length - 1 };
}

/** Result of reading the list from this device. */
interface ListRead {
  readonly state: PanelState;
  /** Number of damaged rows (F-25). */
  readonly unread: number;
  readonly freshness: FreshnessState;
}

/** What a wall says without an active incident: 'none', or 'unknown' if the list is stale or incomplete. Null if an incident is shown. */
export function quietOf(views: readonly IncidentView[], { state, unread, freshness }: ListRead): 'none' | 'unknown' | null {
  if (lineOf(views) !== null) return null;
  const whole = (state === 'ready' || state === 'empty') && unread === 0;
  return whole && !isLost(freshness) ? 'none' : 'unknown';
}

/**
 * Whether an incident pins its view (LOOK, Wall): at least as severe as this wall's setting, not acknowledged, and known to be current.
 * Pinning for ever would hide everything else. The kill switch has its own minute and band; its incident cannot be acknowledged while the
 * switch is on.
 */
export function pinsView(views: readonly IncidentView[], freshness: FreshnessState, from: WallInterrupt = usualInterrupt): boolean {
  if (isOutdated(freshness) || from === 'none') return false;
  return views.some(
    ({ active, acknowledged, incident: { severity, cause } }) =>
      active && acknowledged === null && !isGraver(from, severity) && cause !== ownCause,
  );
}
