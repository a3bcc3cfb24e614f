import { sql } from 'kysely';
import { improveClock, type ClockEstimate } from '../src/domain/clock/estimate.ts';
import type { OpenDatabase } from './db/database.ts';

/**
 * The platform's two clocks. `now` is real time, for sessions, tokens, freshness headers and audit records. `business` is the time of the
 * figures: real time too, or with SIMULATION=off frozen where the demo's day ended, so that its figures stay (D-16). Acts of people and
 * signatures are never dated by it (S-11).
 */
export interface Clock {
  now(): Date;
  business(): Date;
  /** True if business time stands still. */
  isFrozen(): boolean;
  /** Milliseconds by which this machine's clock is ahead of `now`, negative if behind; 0 if the machine's clock is the platform's. */
  aheadMs(): number;
  /**
   * Asks the database for the time. Resolves with the milliseconds by which its clock and this process's monotonic clock diverged since
   * the last comparison, if more than `noticeableMs` (a clock was set, or the machine slept), else null. Rejects with the database's
   * error.
   */
  look(): Promise<number | null>;
}

/** The machine's clocks; tests replace them. */
export interface MachineTime {
  /** Epoch milliseconds of the machine's wall clock, which may be wrong and may be set. */
  wall(): number;
  /** Monotonic milliseconds since some moment of this process; stands still while the machine sleeps. */
  steady(): number;
}

/** Normal difference between clocks, milliseconds. Larger ones are logged, and noted in the affected line of the record. */
export const noticeableMs = 2000;
/** An instance whose machine clock is off by more than this is not ready, milliseconds (D-63). */
export const tooFarMs = 30_000;
/** Answers slower than this are ignored once a time is known, milliseconds: they may be wrong by half of it. */
const slowMs = 2000;

/** Taken at load, because `letLibrariesFollow` replaces `Date.now`. */
const { now: wall } = Date;
const thisMachine: MachineTime = { wall, steady: () => performance.now() };

/** A platform's clock whose business side can be frozen. */
export type PlatformClock = Clock & { freezeBusinessAt(moment: Date): void };

/**
 * The single clock of an instance (D-63). On PostgreSQL it is the database's clock, which all instances share: each look samples it, and
 * the process's monotonic clock counts on from there. So commands need no query, and setting the machine's clock has no effect. If the
 * database's clock is set, the next look follows it. On the embedded database it is the machine's clock.
 * @param ask the database's clock, epoch milliseconds; null on the embedded database
 */
export function createClock(ask: (() => Promise<number>) | null = null, machine: MachineTime = thisMachine): PlatformClock {
  let frozen: Date | null = null;
  let known: ClockEstimate | null = null;
  /** Wall minus monotonic clock at the last comparison; used for the embedded database. */
  let machineOffset = machine.wall() - machine.steady();
  let newest = Number.NEGATIVE_INFINITY;
  const exact = (): number => (known === null ? machine.wall() : Math.round(machine.steady() + known.offsetMs));
  const now = (): number => {
    // A better sample may be some milliseconds earlier: repeat the newest time until it is reached. A clock that was set back is followed
    // once `look` has noticed it.
    newest = Math.max(newest, exact());
    return newest;
  };
  const partedBy = (ms: number): number | null => {
    if (Math.abs(ms) <= noticeableMs) return null;
    newest = Number.NEGATIVE_INFINITY;
    return Math.round(ms);
  };
  return {
    now: () => new Date(now()),
    business: () => new Date(frozen ?? now()),
    isFrozen: () => frozen !== null,
    aheadMs: () => (known === null ? 0 : Math.round(machine.wall()) - exact()),
    async look() {
      if (ask === null) {
        const before = machineOffset;
        machineOffset = machine.wall() - machine.steady();
        return partedBy(machineOffset - before);
      }
      const sentAt = machine.steady();
      const told = await ask();
      const answeredAt = machine.steady();
      if (known !== null && answeredAt - sentAt > slowMs) return null;
      const before: ClockEstimate | null = known;
      known = improveClock(before, told, answeredAt, answeredAt - sentAt);
      return before === null ? null : partedBy(known.offsetMs - before.offsetMs);
    },
    freezeBusinessAt(moment) {
      frozen = new Date(moment);
    },
  };
}

/** The clock for a database, sampled once. Rejects if the database does not tell the time. */
export async function openClock(
  database: Pick<OpenDatabase, 'kind' | 'vital'>,
  machine: MachineTime = thisMachine,
): Promise<PlatformClock> {
  // Not `now()`, which is the start of the transaction. This is the only SQL that asks for the time; all written times come from this
  // clock.
  const ask = async (): Promise<number> => {
    const { rows } = await sql<{ ms: number }>`select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms`.execute(database.vital);
    const ms = rows[0]?.ms;
    if (ms === undefined) throw new Error('The database did not tell the time');
    return ms;
  };
  const clock = createClock(database.kind === 'postgres' ? ask : null, machine);
  await clock.look();
  return clock;
}

/**
 * Makes the libraries of this process use the platform's clock. The OpenID provider has no setting for it: it dates and checks codes,
 * tokens and sessions by `Date.now()`, and every instance reads them. For programs only, since it changes the whole process.
 */
export function letLibrariesFollow(clock: Clock): void {
  Date.now = () => clock.now().getTime();
}

/** The later of `moment` and the newest entry of a list, so that appended times never go back (D-63). */
export function notBefore(moment: Date, newest: string | null | undefined): Date {
  return newest === null || newest === undefined ? moment : new Date(Math.max(moment.getTime(), Date.parse(newest)));
}
