import { useExport } from '../../bridge/useExport.ts';
import type { SeriesWindow } from '../../contracts/series.ts';
import { formatMs } from '../../domain/format.ts';
import { formatAge } from '../../domain/formatTime.ts';
import type { FreshnessState } from '../../domain/freshness.ts';
import type { HistoryState } from '../../domain/panelState.ts';
import { windowWords } from '../../domain/seriesWindows.ts';
import { Panel } from '../../ui/panel/Panel.tsx';
import { PlainTable } from '../../ui/table/PlainTable.tsx';
import { Time } from '../../ui/time/Time.tsx';
import { type LatencySpan, latencySpans } from '../../domain/latencySpans.ts';
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

/** For how long nobody knows. Where nothing is held that is not known either. */
function missing({ median, missingMs }: LatencySpan) {
  if (missingMs > 0) return formatAge(missingMs);
  return median === null ? '–' : <span className="uk-fg3">nothing</span>;
}

const ms = (value: number | null) => (value === null ? '–' : formatMs(value));

/** The four side by side over the chosen history: how quick they were at their best, mostly and at their worst, and for how long nobody knows. */
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
  /** Components that are damaged on this device (F-25). */
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
    <Panel title="Latency" note={windowWords[window].toLowerCase()} freshness={freshness} busy={state === 'loading'}>
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
