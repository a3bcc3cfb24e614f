import {
  type CounterName,
  counterMeanings,
  type GaugeName,
  gaugeMeanings,
  type HistogramName,
  histogramMeanings,
  plainCounters,
} from './metricNames.ts';

type Labels = Readonly<Record<string, string>>;

/** Counts and measures of the running platform, told in Prometheus' text form (http/metricsListener.ts). No personal data in labels. */
export interface Metrics {
  /** Adds to a counter. Label values come from closed sets. */
  count(name: CounterName, labels?: Labels, by?: number): void;
  /** Adds a duration in seconds to a histogram. */
  observe(name: HistogramName, seconds: number, labels?: Labels): void;
  /** The newest durations of a histogram, whatever their labels: seconds, oldest first, as many as are kept. */
  recent(name: HistogramName): readonly number[];
  /** Registers a value that is read whenever somebody asks. */
  gauge(name: GaugeName, read: () => number, labels?: Labels): void;
  text(): string;
}

/** So many of the newest durations are kept beside the buckets, for percentiles of what is going on now. */
const KEPT = 500;
const bucketsS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

export function createMetrics(): Metrics {
  const counters = new Map<CounterName, Map<string, number>>(plainCounters.map((name) => [name, new Map([['', 0]])]));
  const histograms = new Map<HistogramName, Map<string, { counts: number[]; sum: number; count: number }>>();
  const newest = new Map<HistogramName, number[]>();
  const gauges = new Map<GaugeName, { readonly read: () => number; readonly labels: string }>();
  return {
    count(name, labels = {}, by = 1) {
      const series = at(counters, name, () => new Map<string, number>());
      const key = written(labels);
      series.set(key, (series.get(key) ?? 0) + by);
    },
    observe(name, seconds, labels = {}) {
      const series = at(histograms, name, () => new Map());
      const cell = at(series, written(labels), () => ({ counts: bucketsS.map(() => 0), sum: 0, count: 0 }));
      const kept = at(newest, name, () => []);
      kept.push(seconds);
      if (kept.length > KEPT) kept.shift();
      cell.count += 1;
      cell.sum += seconds;
      bucketsS.forEach((limit, index) => {
        if (seconds <= limit) cell.counts[index] = (cell.counts[index] ?? 0) + 1;
      });
    },
    recent: (name) => newest.get(name) ?? [],
    gauge: (name, read, labels = {}) => void gauges.set(name, { read, labels: written(labels) }),
    text() {
      const lines: string[] = [];
      for (const [name, series] of counters) {
        lines.push(`# HELP ${name} ${counterMeanings[name]}`, `# TYPE ${name} counter`);
        for (const [labels, value] of series) lines.push(`${name}${braced(labels)} ${value}`);
      }
      for (const [name, { read, labels }] of gauges)
        lines.push(`# HELP ${name} ${gaugeMeanings[name]}`, `# TYPE ${name} gauge`, `${name}${braced(labels)} ${read()}`);
      for (const [name, series] of histograms) {
        lines.push(`# HELP ${name} ${histogramMeanings[name]}`, `# TYPE ${name} histogram`);
        for (const [labels, cell] of series) {
          bucketsS.forEach((limit, index) =>
            lines.push(`${name}_bucket${braced(joined(labels, `le="${limit}"`))} ${cell.counts[index] ?? 0}`),
          );
          lines.push(
            `${name}_bucket${braced(joined(labels, 'le="+Inf"'))} ${cell.count}`,
            `${name}_sum${braced(labels)} ${cell.sum}`,
            `${name}_count${braced(labels)} ${cell.count}`,
          );
        }
      }
      return `${lines.join('\n')}\n`;
    },
  };
}

function at<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const held = map.get(key);
  if (held !== undefined) return held;
  const made = make();
  map.set(key, made);
  return made;
}

const written = (labels: Labels): string =>
  Object.entries(labels)
    .map(([name, value]) => `${name}="${value.replace(/[\\"\n]/g, '_')}"`)
    .join(',');
const joined = (labels: string, more: string): string => (labels === '' ? more : `${labels},${more}`);
const braced = (labels: string): string => (labels === '' ? '' : `{${labels}}`);
