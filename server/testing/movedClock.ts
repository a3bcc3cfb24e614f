/**
 * Loaded before a program (`node --import`), it stands for somebody who sets the machine's clock: at each SIGUSR2 the clock is ahead by the next number of MOVED_CLOCK (milliseconds,
 * comma between them), as whatever asks `Date` in this process sees it. Timers and the steady clock go on as they are, as on a real machine.
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
