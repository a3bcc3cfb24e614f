import { useExport } from '../../bridge/useExport.ts';
import type { SeriesWindow } from '../../contracts/series.ts';
import { formatMs } from '../../domain/format.ts';
import { formatAge } from '../../domain/formatTime.ts';
import type { FreshnessState } from '../../domain/freshness/freshness.ts';
import type { HistoryState } from '../../domain/freshness/panelState.ts';
import { windowLabels } from '../../domain/series/seriesWindows.ts';
import { Panel } from '../../ui/panel/Panel.tsx';
import { PlainTable } from '../../ui/table/PlainTable.tsx';
import { Time } from '../../ui/time/Time.tsx';
import { type LatencySpan, latencySpans } from '../../domain/operations/latencySpans.ts';
import type { ComponentView } from './model.ts';

const heads = [
  { id: 'component', label: 'Component' },
  { id: 'lowest', label: 'Lowest p95', align: 'end' },
  { id: 'median', label: 'Median p95', align: 'end' },
  { id: 'highest', label: 'Highest p95', align: 'end' },
  { id: 'when', label: 'Highest at', align: 'end' },
  { id: 'p50', label: 'Median p50', align: 'end' },
  { id: 'missing', label: 'Not measured', align: 'end' },
] as const;

/** How long the latency is unknown; '–' without any data. */
function missing({ median, missingMs }: LatencySpan) {
  if (missingMs > 0) return formatAge(missingMs);
  return median === null ? '–' : <span className="uk-fg3">nothing</span>;
}

const ms = (value: number | null) => (value === null ? '–' : formatMs(value));

/** The four components side by side over the chosen window: best, median and worst latency, and for how long it is unknown. */
export function LatencyPanel({
  views,
  window,
  freshness,
  state,
  unread,
}: {
  readonly views: readonly ComponentView[];
  readonly window: SeriesWindow;
  readonly freshness: FreshnessState;
  readonly state: HistoryState;
  /** Number of damaged rows on this device (F-25). */
  readonly unread: number;
}) {
  const spans = latencySpans(views);
  const exports = useExport({
    type: 'component_latency',
    title: 'Latency',
    filter: { window },
    count: spans.length,
    freshness,
    unread,
    rows: () => spans,
  });
  return (
    <Panel title="Latency" note={windowLabels[window].toLowerCase()} freshness={freshness} busy={state === 'loading'}>
      <PlainTable
        label="Latency by component"
        edgeless
        stacksUnder="component"
        heads={heads}
        exports={exports}
        rows={spans.map((span) => ({
          id: span.name,
          cells: [
            <b key="component">{span.title}</b>,
            ms(span.lowest),
            ms(span.median),
            ms(span.highest),
            span.highestAt === null ? '–' : <Time key="when" at={span.highestAt} as="when" inRow />,
            ms(span.medianP50),
            missing(span),
          ],
        }))}
      />
    </Panel>
  );
}
