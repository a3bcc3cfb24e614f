import { useEffect, useLayoutEffect, useRef } from 'react';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { formatAge } from '../../domain/formatTime.ts';
import { textScale } from '../theme/textScale.ts';
import { useTheme } from '../theme/UiProvider.tsx';
import type { ChartProps } from './Chart.tsx';
import { drawOver, drawUnder, type MarkInput, ratio } from './marks.ts';
import { faded, readPalette } from './palette.ts';
import { axisMarks, lastOf, type Point, rangeOf, windowOf } from './series.ts';

interface PlotProps extends ChartProps {
  readonly time: (at: number) => string;
  readonly height: number;
}

const axisHeight = 18;
const gap = { over: 14, right: 5 };

const columnsOf = (points: readonly Point[]): uPlot.AlignedData => [points.map(([at]) => at / 1000), points.map(([, value]) => value)];

function optionsOf(box: HTMLElement, tip: HTMLElement, current: { readonly props: PlotProps }): uPlot.Options {
  const { props } = current;
  const palette = readPalette(box, props.tone ?? 'accent');
  const scale = textScale();
  const marks = (): MarkInput => ({
    points: current.props.points,
    palette,
    props: current.props,
    gapLabel: (ms) => `no data ${formatAge(ms)}`,
  });
  const axis = {
    stroke: palette.fg3,
    font: `500 ${11 * scale}px ${palette.font}`,
    ticks: { show: false },
    grid: { show: false },
    border: { show: false },
  } as const;
  return {
    width: box.clientWidth,
    height: props.height,
    padding: [gap.over * scale, gap.right * scale, 0, 0],
    legend: { show: false },
    cursor: { y: false, points: { show: false }, drag: { x: false, y: false } },
    scales: {
      x: {
        time: true,
        range: () => {
          const [from, until] = windowOf(current.props.points, current.props);
          return [from / 1000, until / 1000];
        },
      },
      y: { range: () => rangeOf(current.props.points, current.props) },
    },
    axes: [
      {
        ...axis,
        size: axisHeight * scale,
        gap: 4,
        align: 1,
        // The axis only reserves space; drawTimes draws the three labels, the outer two inside the edges.
        splits: () => [],
        values: () => [],
      },
      props.yAxis === true
        ? {
            ...axis,
            size: 26 * scale,
            gap: 6,
            splits: (plot) => [...axisMarks(plot.scales['y']?.min ?? 0, plot.scales['y']?.max ?? 1)],
            values: (_plot, splits) => splits.map(String),
            grid: { show: true, stroke: palette.line, width: 1 },
          }
        : { show: false },
    ],
    series: [
      {},
      {
        stroke: palette.tone,
        width: 1.6,
        points: { show: false },
        spanGaps: false,
        fill: (plot) => {
          const fill = plot.ctx.createLinearGradient(0, plot.bbox.top, 0, plot.bbox.top + plot.bbox.height);
          fill.addColorStop(0, faded(palette.tone, 0.16));
          fill.addColorStop(1, faded(palette.tone, 0));
          return fill;
        },
      },
    ],
    hooks: {
      drawAxes: [(plot) => drawUnder(plot, marks())],
      draw: [
        (plot) => {
          drawOver(plot, marks());
          drawTimes(plot, palette.fg3, palette.font, current.props.time);
        },
      ],
      setCursor: [(plot) => showTip(plot, tip, current.props)],
    },
  };
}

/** Labels the ends and the middle of the time axis, the outer two inside the plot's edges. */
function drawTimes(plot: uPlot, color: string, font: string, time: (at: number) => string): void {
  const { ctx, bbox } = plot;
  const px = ratio();
  const { min, max } = plot.scales['x'] ?? {};
  if (min === undefined || max === undefined || min === null || max === null) return;
  ctx.save();
  ctx.font = `500 ${11 * px}px ${font}`;
  ctx.fillStyle = color;
  ctx.textBaseline = 'alphabetic';
  const y = bbox.top + bbox.height + 14 * px;
  for (const [at, x, align] of [
    [min, bbox.left, 'left'],
    [(min + max) / 2, bbox.left + bbox.width / 2, 'center'],
    [max, bbox.left + bbox.width, 'right'],
  ] as const) {
    ctx.textAlign = align;
    ctx.fillText(time(at * 1000), x, y);
  }
  ctx.restore();
}

function showTip(plot: uPlot, tip: HTMLElement, { points, format, time }: PlotProps): void {
  const { idx, left = -1 } = plot.cursor;
  const point = idx === null || idx === undefined ? undefined : points[idx];
  tip.hidden = left < 0 || point === undefined;
  if (point === undefined || tip.hidden) return;
  tip.textContent = `${time(point[0])}  ${point[1] === null ? 'no data' : format(point[1])}`;
  const room = plot.width - tip.offsetWidth;
  tip.style.left = `${Math.max(0, Math.min(room, left - tip.offsetWidth / 2))}px`;
}

/** uPlot in React: created once per theme and size; data is set when it changes. */
export function Plot(props: PlotProps) {
  const box = useRef<HTMLDivElement>(null);
  const tip = useRef<HTMLDivElement>(null);
  const current = useRef({ props });
  const made = useRef<uPlot | null>(null);
  const { drawn } = useTheme();
  const tone = props.tone ?? 'accent';
  // Lets uPlot's hooks read the newest props without recreating the plot.
  useLayoutEffect(() => {
    current.current.props = props;
  });

  // Recreated for another theme, tone or size; data is set below.
  useEffect(() => {
    if (box.current === null || tip.current === null) return;
    const element = box.current;
    const plot = new uPlot(optionsOf(element, tip.current, current.current), columnsOf(current.current.props.points), element);
    made.current = plot;
    const observer = new ResizeObserver(() => {
      if (element.clientWidth > 0 && element.clientWidth !== plot.width)
        plot.setSize({ width: element.clientWidth, height: current.current.props.height });
    });
    observer.observe(element);
    void document.fonts.ready.then(() => {
      if (made.current === plot) plot.redraw(false);
    });
    return () => {
      observer.disconnect();
      made.current = null;
      plot.destroy();
    };
  }, [drawn, tone, props.height, props.yAxis]);

  useEffect(() => {
    if (lastOf(props.points) !== null) made.current?.setData(columnsOf(props.points));
  }, [props.points, props.until, props.from, props.limit?.value, props.lost, props.halt]);

  return (
    <>
      <div ref={box} />
      <div ref={tip} className="uk-chart-tip" hidden />
    </>
  );
}
