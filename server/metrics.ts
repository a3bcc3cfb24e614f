import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { type CounterName, counters, type GaugeName, gauges, type HistogramName, histograms, type LabelsOf } from './metricNames.ts';

/** The labels that a metric takes; no argument where it has none. */
type Labels<Name extends CounterName | GaugeName | HistogramName> = [LabelsOf<Name>] extends [never]
  ? readonly []
  : readonly [labels: Readonly<Record<LabelsOf<Name>, string>>];

/** Metrics of the running platform in Prometheus' text format (http/metricsListener.ts). Labels contain no personal data. */
export interface Metrics {
  /** Adds one to a counter. Label values come from closed sets. */
  count<Name extends CounterName>(name: Name, ...labels: Labels<Name>): void;
  add<Name extends CounterName>(name: Name, by: number, ...labels: Labels<Name>): void;
  /** Adds a duration in seconds to a histogram. */
  observe<Name extends HistogramName>(name: Name, seconds: number, ...labels: Labels<Name>): void;
  /** The most recent durations of a histogram over all labels: seconds, oldest first, up to the number kept. */
  recent(name: HistogramName): readonly number[];
  /** Registers a value that is read at each scrape. */
  gauge<Name extends GaugeName>(name: Name, read: () => number, ...labels: Labels<Name>): void;
  text(): Promise<string>;
}

/** Number of recent durations kept besides the buckets, for current percentiles. */
const KEPT = 500;
const bucketsS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Creates the metrics of one platform; counters without labels start at 0, so that their first increment is visible. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  const registers = [registry];
  const counter = made(counters, (name, { help, labelNames }) => new Counter({ name, help, labelNames, registers }));
  const histogram = made(
    histograms,
    (name, { help, labelNames }) => new Histogram({ name, help, labelNames, buckets: bucketsS, registers }),
  );
  const newest = new Map<HistogramName, number[]>();
  return {
    count: (name, ...[labels = {}]) => counter[name].inc(labels),
    add: (name, by, ...[labels = {}]) => counter[name].inc(labels, by),
    observe(name, seconds, ...[labels = {}]) {
      histogram[name].observe(labels, seconds);
      const kept = newest.get(name) ?? [];
      newest.set(name, kept);
      kept.push(seconds);
      if (kept.length > KEPT) kept.shift();
    },
    recent: (name) => newest.get(name) ?? [],
    gauge(name, read, ...[labels = {}]) {
      const { help, labelNames } = gauges[name];
      // A second server on this platform reads anew.
      registry.removeSingleMetric(name);
      const gauge: Gauge = new Gauge({ name, help, labelNames, registers, collect: () => gauge.set(labels, read()) });
    },
    text: () => registry.metrics(),
  };
}

interface Description {
  readonly help: string;
  readonly labelNames: readonly string[];
}

function made<Name extends string, Made>(table: Readonly<Record<Name, Description>>, make: (name: Name, described: Description) => Made) {
  const names = Object.keys(table) as Name[]; // the table has no other keys
  return Object.fromEntries(names.map((name) => [name, make(name, table[name])])) as Record<Name, Made>;
}
