import { componentNames, type HealthComponent } from '../../contracts/health.ts';
import type { SeriesMetric, SeriesPoint } from '../../contracts/series.ts';
import { isComponentMeasured } from '../../domain/figures/shown.ts';
import { formatMs, formatPercent, plural } from '../../domain/format.ts';
import { type FreshnessState, isLost } from '../../domain/freshness.ts';
import { boundsOf, componentThresholds, uptimeThreshold } from '../../domain/thresholds.ts';
import { componentShort, componentTitles, healthStates, type StateName } from '../../domain/platformStates.ts';

/** One component as its card shows it. Latencies are milliseconds. */
export interface ComponentView {
  readonly name: HealthComponent['name'];
  readonly title: string;
  readonly status: HealthComponent['status'];
  readonly state: StateName;
  /** Null where it was not measured; latencies too. */
  readonly uptime: string | null;
  readonly p50: string | null;
  readonly p95: string | null;
  /** When its figures were measured and by what; null where the platform does not say, or nothing was. */
  readonly measured: { readonly at: string; readonly by: string } | null;
  /** Null where the component has no backups (C-29 has them optional). */
  readonly lastBackup: string | null;
  readonly pitr: string | null;
  readonly p95Points: readonly SeriesPoint[];
  readonly p50Points: readonly SeriesPoint[];
}

/** The colour of a component's history: that of what is said of it now, and no verdict's where its badge gives none. */
export function componentChartTone({ state: { look } }: ComponentView, freshness: FreshnessState): 'accent' | 'warn' | 'bad' {
  return !isLost(freshness) && (look === 'bad' || look === 'warn') ? look : 'accent';
}

/** The head of the page. */
export interface HealthSummary {
  readonly words: string;
  readonly states: readonly HealthComponent['status'][];
  /** Components that are held and cannot be read (F-25). */
  readonly unread: number;
  /** Null where no component's was measured; the slowest p95 too. */
  readonly lowestUptime: string | null;
  readonly slowestP95: { readonly p95: string; readonly of: string } | null;
  /** Whether the demo made any of it up. */
  readonly simulated: boolean;
  /** The oldest of the last backups and whose it is; null where no component reports one. */
  readonly oldestBackup: { readonly at: string; readonly of: string } | null;
  /** The shortest reach of point-in-time recovery and whose it is; null where no component reports one. */
  readonly shortestPitr: { readonly reach: string; readonly of: string } | null;
}

type SeriesOf = (metric: SeriesMetric) => readonly SeriesPoint[];

/** Cards in the document's order, whatever order the rows are in; a component that is not held has none. */
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
        measured: measuredWords(component),
        lastBackup: lastBackup ?? null,
        pitr: pitrWindow === undefined ? null : pitrText(pitrWindow),
        p50Points: seriesOf(`component.${name}.p50`),
        p95Points: seriesOf(`component.${name}.p95`),
      },
    ];
  });
}

/** 'by the platform', or that the demo made the figures up. */
function measuredWords({ measured }: HealthComponent): ComponentView['measured'] {
  if (measured === undefined || measured.figures.length === 0) return null;
  return { at: measured.at, by: measured.by === 'simulation' ? 'simulated' : 'by the platform' };
}

const inDays = (hours: number) => hours >= 48 && hours % 24 === 0;
const hoursText = (hours: number) => `${Number.isInteger(hours) ? hours.toString() : hours.toFixed(1)} h`;

/** Point-in-time recovery reaches back this far: hours up to two days, then days. */
export function pitrReach(hours: number): string {
  return inDays(hours) ? `${hours / 24} days` : hoursText(hours);
}

/** The same with the hours named beside the days. */
export function pitrText(hours: number): string {
  return inDays(hours) ? `${pitrReach(hours)} (${hoursText(hours)})` : hoursText(hours);
}

/** How many are healthy, what is worst; the look is that of the worst. Null without components. `unread`: components that are held besides and cannot be read. */
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
