import { sql } from 'kysely';
import { improveClock, type ClockEstimate } from '../src/domain/clock/estimate.ts';
import type { OpenDatabase } from './db/database.ts';

/**
 * The platform's two clocks. `now` is real time: sessions, tokens, freshness headers and audit records carry it.
 * `business` is the day that the figures belong to: real time too, or frozen while SIMULATION=off where the demo's day ended, so
 * that its figures stay what they are (D-16). Nothing that anybody does, and nothing that is signed, is dated by it (S-11).
 */
export interface Clock {
  now(): Date;
  business(): Date;
  /** Whether business time stands still. */
  isFrozen(): boolean;
  /** Milliseconds by which this machine's own clock is ahead of `now`, negative where it is behind; 0 where the machine's clock is the platform's. */
  aheadMs(): number;
  /**
   * Asks the database what time it is. Answers by how many milliseconds its clock and this process's steady one have parted since they were last compared, by more than
   * `noticeableMs`: somebody set it, or the machine slept. Null where they have not. Rejects with what the database says.
   */
  look(): Promise<number | null>;
}

/** What a machine tells of time; tests put others in their place. */
export interface MachineTime {
  /** Epoch milliseconds by the machine's clock, which may be wrong and may be set. */
  wall(): number;
  /** Milliseconds since some moment of this process: nobody sets it, and it stands still while the machine sleeps. */
  steady(): number;
}

/** What clocks differ by without anybody having set one, milliseconds; what is more is logged, and marked where a line of the record is written. */
export const noticeableMs = 2000;
/** An instance whose machine is off by more than this is not ready, milliseconds (D-63). */
export const tooFarMs = 30_000;
/** An answer that took longer tells less than what is known already, milliseconds: it may be wrong by half of that. */
const slowMs = 2000;

/** Held from the first moment: `letLibrariesFollow` puts another in its place. */
const { now: wall } = Date;
const thisMachine: MachineTime = { wall, steady: () => performance.now() };

/** A platform's clock, whose business side can be stopped, once, at start. */
export type PlatformClock = Clock & { freezeBusinessAt(moment: Date): void };

/**
 * The one clock of an instance (D-63). On PostgreSQL it is the database's, which all instances share: each look gives a moment of it, and the process's steady clock counts on from
 * there, so that nothing is asked for a command and no setting of the machine's clock moves anything. Where the database's own clock is set, it is followed at the next look. On the embedded
 * database, which has no clock but the machine's, it is that one.
 * @param ask the database's clock, epoch milliseconds; null on the embedded database
 */
export function createClock(ask: (() => Promise<number>) | null = null, machine: MachineTime = thisMachine): PlatformClock {
  let frozen: Date | null = null;
  let known: ClockEstimate | null = null;
  /** Wall minus steady, as last compared; of the embedded database's clock. */
  let machineOffset = machine.wall() - machine.steady();
  let newest = Number.NEGATIVE_INFINITY;
  const exact = (): number => (known === null ? machine.wall() : Math.round(machine.steady() + known.offsetMs));
  const now = (): number => {
    // A better answer moves it back by some milliseconds: it waits for those instead. One that was set back is followed when that was seen.
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

/** The clock of whoever works on this database, told the time once. Rejects where the database does not tell it. */
export async function openClock(
  database: Pick<OpenDatabase, 'kind' | 'vital'>,
  machine: MachineTime = thisMachine,
): Promise<PlatformClock> {
  // Not `now()`, which is when a transaction began. Nothing else of the platform asks SQL for the time: what is written carries this clock's word.
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
 * Puts the libraries of this process on the platform's clock. The OpenID provider has no setting for it: it dates and judges codes, tokens and its sessions by `Date.now()`, and those
 * are read on every instance. For programs alone: a process has one such function, whatever runs in it.
 */
export function letLibrariesFollow(clock: Clock): void {
  Date.now = () => clock.now().getTime();
}

/** `moment`, or what a list already holds, whichever is later: what is appended never goes back (D-63), whatever a clock says. */
export function notBefore(moment: Date, newest: string | null | undefined): Date {
  return newest === null || newest === undefined ? moment : new Date(Math.max(moment.getTime(), Date.parse(newest)));
}
