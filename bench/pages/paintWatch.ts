/**
 * Runs before everything else in a page: records which mark (support/day.ts) each frame showed and when, dropped frames, and the longest
 * task.
 */
export interface Watched {
  /** [mark, epoch milliseconds] of each frame that showed a higher mark. */
  readonly paints: readonly (readonly [number, number])[];
  readonly frames: number;
  /** Frames of 1/60 s in which the page painted nothing because it was busy. */
  readonly dropped: number;
  /** Milliseconds; 0 if none took more than 50. */
  readonly longestTaskMs: number;
}

const frameMs = 1000 / 60;
let paints: [number, number][] = [];
let frames = 0;
let dropped = 0;
let longestTaskMs = 0;
let shown = 0;
let pending: number | null = null;
let place: Element | null = null;

const readMark = (text: string | null | undefined): number | null => {
  const written = /([\d,]+) of 2,000,000/.exec(text ?? '')?.[1];
  return written === undefined ? null : Number(written.replaceAll(',', '')) - 1_000_000;
};
new MutationObserver(() => {
  if (place?.isConnected !== true || readMark(place.textContent) === null)
    place = [...document.querySelectorAll('.uk-kpi-basis, #mark')].find((each) => readMark(each.textContent) !== null) ?? null;
  const mark = readMark(place?.textContent);
  if (mark !== null && mark > shown) {
    shown = mark;
    pending = mark;
  }
}).observe(document, { childList: true, subtree: true, characterData: true });
new PerformanceObserver((list) => {
  for (const { duration } of list.getEntries()) longestTaskMs = Math.max(longestTaskMs, duration);
}).observe({ type: 'longtask' });

// A task posted in a frame's callback runs after that frame was handed to the compositor, so earlier changes are on the screen.
const handedOver = new MessageChannel();
handedOver.port1.onmessage = () => {
  if (pending !== null) paints.push([pending, Date.now()]);
  pending = null;
};
let before: number | null = null;
const frame = (at: number): void => {
  handedOver.port2.postMessage(null);
  frames += 1;
  if (before !== null) dropped += Math.max(0, Math.round((at - before) / frameMs) - 1);
  before = at;
  requestAnimationFrame(frame);
};
requestAnimationFrame(frame);

const paintWatch = {
  begin(): void {
    paints = [];
    frames = 0;
    dropped = 0;
    longestTaskMs = 0;
    before = null;
  },
  shown: (): number => shown,
  end: (): Watched => ({ paints, frames, dropped, longestTaskMs }),
};
/** The watch as the bench calls it in the page. */
export type PaintWatch = typeof paintWatch;
Object.assign(globalThis, { paintWatch });
