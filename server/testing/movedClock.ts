/**
 * Preloaded into a program (`node --import`) to simulate a machine clock that is set: at each SIGUSR2 the clock is ahead by the next
 * number in MOVED_CLOCK (milliseconds, comma-separated), for everything that uses `Date` in this process. Timers and the monotonic clock
 * are unaffected, as on a real machine.
 */
const RealDate = Date;
const steps = (process.env['MOVED_CLOCK'] ?? '').split(',').map(Number);
let aheadMs = 0;

globalThis.Date = class extends RealDate {
  constructor(...given: readonly (number | string | Date)[]) {
    super(given[0] ?? RealDate.now() + aheadMs);
  }
  static override now(): number {
    return RealDate.now() + aheadMs;
  }
} as DateConstructor;

process.on('SIGUSR2', () => {
  aheadMs = steps.shift() ?? 0;
  process.stderr.write(`the machine’s clock is ${aheadMs} ms ahead\n`);
});
