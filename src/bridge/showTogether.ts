import { flushSync } from 'react-dom';

/**
 * What live reads bring is put on the screen once a frame, all of it in one rendering, and in that frame (C-76). Each answer rendering by itself,
 * a screen of twenty reads was drawn twenty times before it stood, and again for every batch that the hub wrote.
 */
let waiting: (() => void)[] = [];
let frame: number | null = null;
let timer: ReturnType<typeof setTimeout> | null = null;

/** Frames come late where the browser saves them, never where nobody looks: then this is soon enough, milliseconds. */
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

/** Sets state with the next frame, together with all else that has come until then, in the order it came. */
export function showTogether(change: () => void): void {
  waiting.push(change);
  if (waiting.length > 1) return;
  frame = requestAnimationFrame(show);
  timer = setTimeout(show, atLatestMs);
}
