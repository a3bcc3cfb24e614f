import type { Instance } from './instance.ts';
import type { Stage } from './stage.ts';

/** A fault that is injected under load. */
export interface Fault {
  /** As RESULTS.md and docs/DEPLOY.md call it. */
  readonly name: string;
  /** Duration, and observation time afterwards, in seconds of a ten-minute run. */
  readonly lastsS: number;
  readonly watchedS: number;
  /** Injects the fault; returns its description and how to undo it. */
  readonly begin: (stage: Stage) => Promise<{ readonly told: string; readonly undo: () => Promise<void> }>;
}

/** Length of a whole run, and time before its first fault, seconds; FAILOVER_MINUTES scales both. */
export const wholeRunS = 600;
export const beforeS = 135;

/** Maximum of stops until an instance is caught in a transaction. */
const maxStops = 150;
/** Delay after a stop, and between stops, milliseconds; the latter is not a multiple of the load's tick. */
const lookAfterMs = 45;
const stopAgainMs = 17;

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms)); // this bench needs real time

/** Faults of one instance hit the one that runs the simulation, the worse case. */
export const faults: readonly Fault[] = [
  {
    name: 'instance killed',
    lastsS: 30,
    watchedS: 60,
    async begin(stage) {
      const instance = await stage.playing();
      await instance.kill();
      return { told: `${instance.name}, which plays the day, gets SIGKILL and is started again`, undo: () => instance.start() };
    },
  },
  {
    name: 'instance frozen',
    lastsS: 75,
    watchedS: 60,
    async begin(stage) {
      const instance = await stage.playing();
      const inHand = await freezeInTransaction(stage, instance);
      return {
        told: `${instance.name}, which plays the day, gets SIGSTOP ${inHand ? 'with a tenant’s lock in hand' : 'between two transactions'}, then SIGCONT`,
        undo: async () => instance.thaw(),
      };
    },
  },
  {
    name: 'clock moved',
    lastsS: 30,
    watchedS: 30,
    async begin(stage) {
      const instance = await stage.playing();
      instance.moveClock();
      return {
        told: `the clock of ${instance.name}, which plays the day, is set 10 minutes ahead and back`,
        undo: async () => instance.moveClock(),
      };
    },
  },
  {
    name: 'PostgreSQL restarted',
    lastsS: 15,
    watchedS: 75,
    async begin(stage) {
      await stage.cluster.halt();
      return { told: 'PostgreSQL is stopped in order (fast) and started again', undo: () => stage.cluster.start() };
    },
  },
  {
    name: 'LISTEN cut',
    lastsS: 45,
    watchedS: 45,
    async begin(stage) {
      stage.lines.hold('ukweli-listen');
      return {
        told: 'nothing comes through to the LISTEN connections of both instances, new ones included, and none is closed',
        undo: async () => stage.lines.release(),
      };
    },
  },
];

/** Stops an instance repeatedly until it holds a lock or the maximum is reached. Returns whether it does. */
async function freezeInTransaction(stage: Stage, instance: Instance): Promise<boolean> {
  for (let stop = 0; stop < maxStops; stop += 1) {
    instance.freeze();
    await wait(lookAfterMs);
    if (await stage.standsInTransaction()) return true;
    if (stop === maxStops - 1) break;
    instance.thaw();
    await wait(stopAgainMs);
  }
  return false;
}
