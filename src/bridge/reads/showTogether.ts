import { flushSync } from 'react-dom';

/**
 * Applies the results of live reads once per frame, in one rendering (C-76). Rendering each answer by itself drew a screen of twenty
 * reads twenty times before it was complete, and again for every batch the hub wrote.
 */
let waiting: (() => void)[] = [];
let frame: number | null = null;
let timer: ReturnType<typeof setTimeout> | null = null;

/** Browsers delay frames to save power and send none to hidden pages: then this is the limit, milliseconds. */
const atLatestMs = 100;

function show(): void {
  if (frame !== null) cancelAnimationFrame(frame);
  if (timer !== null) clearTimeout(timer);
  frame = null;
  timer = null;
  const changes = waiting;
  waiting = [];
  flushSync(() => {
    for (const change of changes) change();
  });
}

/** Sets state with the next frame, together with all other changes until then, in the order of the calls. */
export function showTogether(change: () => void): void {
  waiting.push(change);
  if (waiting.length > 1) return;
  frame = requestAnimationFrame(show);
  timer = setTimeout(show, atLatestMs);
}
