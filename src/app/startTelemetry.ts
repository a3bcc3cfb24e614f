import { tellLeftOut } from '../bridge/tellLeftOut.ts';
import { telemetry } from '../bridge/telemetry.ts';
import { readSyncs } from '../store/read.ts';

let started = false;

/**
 * Errors and timings of this page, told to the platform it belongs to (C-87; the privacy page says so). Paths without their queries, and nothing that
 * was typed. Its code comes when the first rows stand.
 */
export function startTelemetry(): void {
  if (started) return;
  started = true;
  const here = () => location.pathname;
  addEventListener('error', ({ message, lineno }) =>
    telemetry.tell({ name: 'page.error', values: { message, line: lineno, route: here(), build: __BUILD__ } }),
  );
  addEventListener('unhandledrejection', ({ reason }) => {
    const message = reason instanceof Error ? `${reason.name}: ${reason.message}` : typeof reason;
    telemetry.tell({ name: 'page.rejection', values: { message, route: here(), build: __BUILD__ } });
  });
  addEventListener('securitypolicyviolation', ({ effectiveDirective }) =>
    telemetry.tell({ name: 'page.policy', values: { directive: effectiveDirective, route: here(), build: __BUILD__ } }),
  );
  // Phones end a page without another word: hidden is the last that is heard of it.
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') void telemetry.flush();
  });
  const told = new Map<string, string>();
  const look = () => void readSyncs().then((rows) => tellLeftOut(rows, told, telemetry.tell), ignored);
  setInterval(look, lookMs);
  telemetry.tell({ name: 'page.started', values: { ...timings(), route: here(), build: __BUILD__ } });
}

/** Between two looks at what the last answers were without, milliseconds: nobody waits for it. */
const lookMs = 60_000;
/** Nobody is in, or the browser has closed the store. */
const ignored = () => undefined;

/** How long it took until something stood here, in whole milliseconds; left out where the browser does not say. */
function timings(): Readonly<Record<string, number>> {
  const [navigation] = performance.getEntriesByType('navigation');
  const [paint] = performance.getEntriesByName('first-contentful-paint');
  return {
    ...(navigation === undefined ? {} : { loadMs: Math.round(navigation.duration) }),
    ...(paint === undefined ? {} : { firstPaintMs: Math.round(paint.startTime) }),
  };
}
