import type uPlot from 'uplot';
import type { ChartProps } from './Chart.tsx';
import { faded, type Palette } from './palette.ts';
import { gapsOf } from '../../domain/series/seriesGaps.ts';
import { textScale } from '../theme/textScale.ts';
import { lastOf, type Point } from './series.ts';

/** Draws what uPlot does not, in its draw hooks: limit, breach, gaps, lost connection, last value. */
export interface MarkInput {
  readonly points: readonly Point[];
  readonly palette: Palette;
  readonly props: ChartProps;
  /** Label of a gap: 'no data 11 min'. */
  readonly gapLabel: (ms: number) => string;
}

/** Pixels of the canvas for one px at the browser's own text size. */
export const ratio = () => (devicePixelRatio || 1) * textScale();

/** Text with an outline in the surface colour, so that a line behind it does not cut the letters. */
function haloed(ctx: CanvasRenderingContext2D, palette: Palette, words: string, x: number, y: number): void {
  ctx.save();
  ctx.strokeStyle = palette.surface;
  ctx.lineWidth = 3.5 * ratio();
  ctx.lineJoin = 'round';
  ctx.strokeText(words, x, y);
  ctx.restore();
  ctx.fillText(words, x, y);
}

function text(ctx: CanvasRenderingContext2D, palette: Palette, size: number, weight: number, color: string, align: CanvasTextAlign): void {
  ctx.font = `${weight} ${size * ratio()}px ${palette.font}`;
  ctx.fillStyle = color;
  ctx.textAlign = align;
  ctx.textBaseline = 'alphabetic';
}

/** Below the line: hatching after a lost connection, breach fill, base line. */
export function drawUnder(plot: uPlot, { points, palette, props }: MarkInput): void {
  const { ctx, bbox } = plot;
  const px = ratio();
  const base = bbox.top + bbox.height;
  ctx.save();
  ctx.strokeStyle = palette.line;
  ctx.lineWidth = px;
  ctx.beginPath();
  ctx.moveTo(bbox.left, base - px / 2);
  ctx.lineTo(bbox.left + bbox.width, base - px / 2);
  ctx.stroke();
  const last = lastOf(points);
  const halted = props.halt != null;
  if ((props.lost === true || halted) && last !== null) {
    const tone = halted ? palette.bad : palette.warn;
    const x = plot.valToPos(last[0] / 1000, 'x', true);
    ctx.save();
    ctx.beginPath();
    ctx.rect(x, bbox.top, bbox.left + bbox.width - x, bbox.height);
    ctx.clip();
    ctx.strokeStyle = faded(tone, 0.38);
    ctx.lineWidth = 1.4 * px;
    for (let at = x - bbox.height; at < bbox.left + bbox.width; at += 8.5 * px) {
      ctx.beginPath();
      ctx.moveTo(at, base);
      ctx.lineTo(at + bbox.height, bbox.top);
      ctx.stroke();
    }
    ctx.restore();
    ctx.strokeStyle = tone;
    ctx.lineWidth = px;
    ctx.beginPath();
    ctx.moveTo(x, bbox.top);
    ctx.lineTo(x, base);
    ctx.stroke();
  }
  ctx.restore();
}

/** Fills the area between the limit and the line where the line is beyond it. */
function fillBreach(plot: uPlot, { points, palette, props }: MarkInput): void {
  const { limit } = props;
  if (limit === undefined) return;
  const { ctx, bbox } = plot;
  const y = plot.valToPos(limit.value, 'y', true);
  const above = (limit.direction ?? 'above') === 'above';
  ctx.save();
  ctx.beginPath();
  if (above) ctx.rect(bbox.left, bbox.top - 8, bbox.width, y - bbox.top + 8);
  else ctx.rect(bbox.left, y, bbox.width, bbox.top + bbox.height - y);
  ctx.clip();
  ctx.fillStyle = faded(palette.bad, 0.16);
  ctx.beginPath();
  let open = false;
  let lastX = 0;
  const close = () => {
    if (open) ctx.lineTo(lastX, y);
    open = false;
  };
  for (const [at, value] of points) {
    if (value === null) {
      close();
      continue;
    }
    const x = plot.valToPos(at / 1000, 'x', true);
    if (!open) ctx.moveTo(x, y);
    ctx.lineTo(x, plot.valToPos(value, 'y', true));
    open = true;
    lastX = x;
  }
  close();
  ctx.fill();
  ctx.restore();
}

/** Above the line: breach, limit, gaps, last point and value. */
export function drawOver(plot: uPlot, input: MarkInput): void {
  const { points, palette, props, gapLabel } = input;
  const { ctx, bbox } = plot;
  const px = ratio();
  const last = lastOf(points);
  fillBreach(plot, input);
  ctx.save();
  if (props.limit !== undefined) {
    const { value, label, direction = 'above' } = props.limit;
    const crossed = last !== null && (direction === 'above' ? last[1] > value : last[1] < value);
    const color = crossed ? palette.bad : palette.fg3;
    const y = Math.round(plot.valToPos(value, 'y', true)) + px / 2;
    ctx.strokeStyle = color;
    ctx.lineWidth = px;
    ctx.setLineDash([4 * px, 3 * px]);
    ctx.beginPath();
    ctx.moveTo(bbox.left, y);
    ctx.lineTo(bbox.left + bbox.width, y);
    ctx.stroke();
    ctx.setLineDash([]);
    text(ctx, palette, 11, 550, color, 'left');
    haloed(ctx, palette, label, bbox.left + 2 * px, y - 4 * px);
  }
  for (const gap of gapsOf(points)) {
    const [a, b] = [plot.valToPos(gap.from / 1000, 'x', true), plot.valToPos(gap.to / 1000, 'x', true)];
    const base = bbox.top + bbox.height;
    ctx.strokeStyle = palette.fg3;
    ctx.lineWidth = 3 * px;
    ctx.setLineDash([2 * px, 3 * px]);
    ctx.beginPath();
    ctx.moveTo(a, base - px);
    ctx.lineTo(b, base - px);
    ctx.stroke();
    ctx.setLineDash([]);
    const words = gapLabel(gap.to - gap.from);
    text(ctx, palette, 11, 500, palette.fg3, 'center');
    const half = ctx.measureText(words).width / 2;
    // Above the line's ends on both sides of the gap, and clear of the limit's dashed line.
    const limitY = props.limit === undefined ? Number.NEGATIVE_INFINITY : plot.valToPos(props.limit.value, 'y', true);
    const ends = points.flatMap(([at, value]) =>
      value !== null && at >= gap.from - (gap.to - gap.from) && at <= gap.to + (gap.to - gap.from) ? [plot.valToPos(value, 'y', true)] : [],
    );
    const above = Math.min(...ends, base - 12 * px) - 8 * px;
    const y = Math.max(Math.abs(above - 4 * px - limitY) < 12 * px ? limitY - 6 * px : above, bbox.top + 2 * px);
    haloed(ctx, palette, words, Math.min(Math.max((a + b) / 2, bbox.left + half), bbox.left + bbox.width - half), y);
  }
  if (last !== null) {
    const [x, y] = [plot.valToPos(last[0] / 1000, 'x', true), plot.valToPos(last[1], 'y', true)];
    ctx.beginPath();
    ctx.arc(x, y, 4.5 * px, 0, Math.PI * 2);
    ctx.fillStyle = palette.surface;
    ctx.fill();
    ctx.beginPath();
    ctx.arc(x, y, 3 * px, 0, Math.PI * 2);
    ctx.fillStyle = palette.tone;
    ctx.fill();
    if (props.named === true) {
      text(ctx, palette, 12, 650, palette.fg, 'right');
      const words = props.format(last[1]);
      // At the left edge there is no room for the label before the point.
      const end = Math.max(x - 8 * px, bbox.left + ctx.measureText(words).width);
      haloed(ctx, palette, words, end, Math.max(y - 8 * px, bbox.top + 2 * px));
    }
  }
  ctx.restore();
}
