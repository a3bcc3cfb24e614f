import { componentNames, type HealthComponent } from '../../contracts/health.ts';
import type { SeriesMetric, SeriesPoint } from '../../contracts/series.ts';
import { isComponentMeasured } from '../../domain/figures/shown.ts';
import { formatMs, formatPercent, plural } from '../../domain/format.ts';
import { type FreshnessState, isLost } from '../../domain/freshness/freshness.ts';
import { boundsOf, componentThresholds, uptimeThreshold } from '../../domain/operations/thresholds.ts';
import { componentShort, componentTitles, healthStates, type StateName } from '../../domain/operations/platformStates.ts';

/** One component as its card shows it. Latencies are milliseconds. */
export interface ComponentView {
  readonly name: HealthComponent['name'];
  readonly title: string;
  readonly status: HealthComponent['status'];
  readonly state: StateName;
  /** Null if it was not measured; latencies too. */
  readonly uptime: string | null;
  readonly p50: string | null;
  readonly p95: string | null;
  /** When and by what its figures were measured; null if the platform does not say or nothing was measured. */
  readonly measured: { readonly at: string; readonly by: string } | null;
  /** Null if the component has no backups (optional in C-29). */
  readonly lastBackup: string | null;
  readonly pitr: string | null;
  readonly p95Points: readonly SeriesPoint[];
  readonly p50Points: readonly SeriesPoint[];
}

/** Colour of a component's history: that of its current state; neutral if the state is no longer known. */
export function componentChartTone({ state: { look } }: ComponentView, freshness: FreshnessState): 'accent' | 'warn' | 'bad' {
  return !isLost(freshness) && (look === 'bad' || look === 'warn') ? look : 'accent';
}

/** Content of the page header. */
export interface HealthSummary {
  readonly words: string;
  readonly states: readonly HealthComponent['status'][];
  /** Number of damaged rows on this device (F-25). */
  readonly unread: number;
  /** Null if no component's uptime was measured; likewise the slowest p95. */
  readonly lowestUptime: string | null;
  readonly slowestP95: { readonly p95: string; readonly of: string } | null;
  /** True if the demo made up any of the figures. */
  readonly simulated: boolean;
  /** The oldest of the last backups and its component; null if no component reports one. */
  readonly oldestBackup: { readonly at: string; readonly of: string } | null;
  /** The shortest reach of point-in-time recovery and its component; null if no component reports one. */
  readonly shortestPitr: { readonly reach: string; readonly of: string } | null;
}

type SeriesOf = (metric: SeriesMetric) => readonly SeriesPoint[];

/** The components as cards, in the document's order whatever the order of the rows; components without a row are left out. */
export function componentViews(components: readonly HealthComponent[], seriesOf: SeriesOf): readonly ComponentView[] {
  return componentNames.flatMap((name) => {
    const component = components.find((each) => each.name === name);
    if (component === undefined) return [];
    const { status, uptime, latency, lastBackup, pitrWindow } = component;
    const latencyMeasured = isComponentMeasured(component, 'latency');
    return [
      {
        name,
        title: componentTitles[name],
        status,
        state: healthStates[status],
        uptime: isComponentMeasured(component, 'uptime') ? formatPercent(uptime, 2, boundsOf(uptimeThreshold)) : null,
        p50: latencyMeasured ? formatMs(latency.p50) : null,
        p95: latencyMeasured ? formatMs(latency.p95, boundsOf(componentThresholds[name])) : null,
        measured: measuredLabels(component),
        lastBackup: lastBackup ?? null,
        pitr: pitrWindow === undefined ? null : pitrText(pitrWindow),
        p50Points: seriesOf(`component.${name}.p50`),
        p95Points: seriesOf(`component.${name}.p95`),
      },
    ];
  });
}

/** 'by the platform', or 'simulated' for the demo's figures. */
function measuredLabels({ measured }: HealthComponent): ComponentView['measured'] {
  if (measured === undefined || measured.figures.length === 0) return null;
  return { at: measured.at, by: measured.by === 'simulation' ? 'simulated' : 'by the platform' };
}

const inDays = (hours: number) => hours >= 48 && hours % 24 === 0;
const hoursText = (hours: number) => `${Number.isInteger(hours) ? hours.toString() : hours.toFixed(1)} h`;

/** Reach of point-in-time recovery: in hours up to two days, then in days. */
export function pitrReach(hours: number): string {
  return inDays(hours) ? `${hours / 24} days` : hoursText(hours);
}

/** The same, with the hours in brackets after the days. */
export function pitrText(hours: number): string {
  return inDays(hours) ? `${pitrReach(hours)} (${hoursText(hours)})` : hoursText(hours);
}

/** The healthy count and the worst figures; null without components. `unread`: number of further rows that are stored but damaged. */
export function healthSummary(components: readonly HealthComponent[], unread = 0): HealthSummary | null {
  if (components.length === 0) return null;
  const healthy = components.filter((each) => each.status === 'healthy').length;
  const uptimes = components.filter((each) => isComponentMeasured(each, 'uptime')).map((each) => each.uptime);
  const [firstTimed, ...timed] = components.filter((each) => isComponentMeasured(each, 'latency'));
  const slowest = firstTimed === undefined ? null : timed.reduce((a, b) => (b.latency.p95 > a.latency.p95 ? b : a), firstTimed);
  const backups = components.flatMap(({ name, lastBackup }) => (lastBackup === undefined ? [] : [{ at: lastBackup, name }]));
  const oldest = backups.toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at))[0];
  const reaches = components.flatMap(({ name, pitrWindow }) => (pitrWindow === undefined ? [] : [{ hours: pitrWindow, name }]));
  const shortest = reaches.toSorted((a, b) => a.hours - b.hours)[0];
  return {
    words: `${healthy} of ${plural(components.length + unread, 'component')} healthy`,
    unread,
    states: components.map(({ status }) => status),
    lowestUptime: uptimes.length === 0 ? null : formatPercent(Math.min(...uptimes), 2, boundsOf(uptimeThreshold)),
    slowestP95:
      slowest === null
        ? null
        : { p95: formatMs(slowest.latency.p95, boundsOf(componentThresholds[slowest.name])), of: componentShort[slowest.name] },
    simulated: components.some(({ measured }) => measured?.by === 'simulation'),
    oldestBackup: oldest === undefined ? null : { at: oldest.at, of: componentShort[oldest.name] },
    shortestPitr: shortest === undefined ? null : { reach: pitrReach(shortest.hours), of: componentShort[shortest.name] },
  };
}
