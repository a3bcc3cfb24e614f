/** Runs before everything else in a page: which mark (support/day.ts) each frame showed and when, frames left out, and the longest task. */
export interface Watched {
  /** [mark, epoch milliseconds] of each frame that showed a higher one. */
  readonly paints: readonly (readonly [number, number])[];
  readonly frames: number;
  /** Frames of 1/60 s in which the page painted nothing because it was busy. */
  readonly dropped: number;
  /** Milliseconds; 0 when none took more than 50. */
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

// A task posted in a frame's callbacks runs once that frame has been handed over: whatever changed before it is on the screen then.
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
export type PaintWatch = typeof paintWatch;
Object.assign(globalThis, { paintWatch });
