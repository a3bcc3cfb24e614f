import { tellLeftOut } from '../bridge/reads/tellLeftOut.ts';
import { telemetry } from '../bridge/hub/telemetry.ts';
import { readSyncs } from '../store/read.ts';

let started = false;

/**
 * Reports errors and timings of this page to its own platform (C-87; the privacy page says so): paths without queries, and nothing that
 * was typed. Its code is loaded after the first rows.
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
  // Phones end a page without further events: `hidden` is the last one.
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') void telemetry.flush();
  });
  const told = new Map<string, string>();
  const look = () => void readSyncs().then((rows) => tellLeftOut(rows, told, telemetry.tell), ignored);
  setInterval(look, lookMs);
  telemetry.tell({ name: 'page.started', values: { ...timings(), route: here(), build: __BUILD__ } });
}

/** Interval for checking what was left out of the last answers, milliseconds. */
const lookMs = 60_000;
/** Nobody is signed in, or the browser has closed the store. */
const ignored = () => undefined;

/** Load and first-paint times in whole milliseconds; left out if the browser does not report them. */
function timings(): Readonly<Record<string, number>> {
  const [navigation] = performance.getEntriesByType('navigation');
  const [paint] = performance.getEntriesByName('first-contentful-paint');
  return {
    ...(navigation === undefined ? {} : { loadMs: Math.round(navigation.duration) }),
    ...(paint === undefined ? {} : { firstPaintMs: Math.round(paint.startTime) }),
  };
}
