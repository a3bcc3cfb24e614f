import type { Instance } from './instance.ts';
import type { Stage } from './stage.ts';

/** Something that goes wrong while the load goes on. */
export interface Fault {
  /** As RESULTS.md and docs/DEPLOY.md call it. */
  readonly name: string;
  /** How long it lasts, and how long it is watched afterwards, seconds of a run of ten minutes. */
  readonly lastsS: number;
  readonly watchedS: number;
  /** Brings it about; answers what there is to say of it, and what undoes it. */
  readonly begin: (stage: Stage) => Promise<{ readonly told: string; readonly undo: () => Promise<void> }>;
}

/** Of a whole run, and before its first fault, seconds: the plan that FAILOVER_MINUTES shortens. */
export const wholeRunS = 600;
export const beforeS = 135;

/** How often an instance is stopped anew until it stands in the middle of a transaction. */
const mostStops = 150;
/** So long after the stop, and between two stops, milliseconds; the second is no multiple of the load's tick. */
const lookAfterMs = 45;
const stopAgainMs = 17;

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms)); // real time is what this bench is about

/** What befalls one instance befalls the one that plays the day: the worse of the two. */
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

/** Stops an instance where it holds a lock: again and again until it does, or has been tried often enough. Whether it does. */
async function freezeInTransaction(stage: Stage, instance: Instance): Promise<boolean> {
  for (let stop = 0; stop < mostStops; stop += 1) {
    instance.freeze();
    await wait(lookAfterMs);
    if (await stage.standsInTransaction()) return true;
    if (stop === mostStops - 1) break;
    instance.thaw();
    await wait(stopAgainMs);
  }
  return false;
}
