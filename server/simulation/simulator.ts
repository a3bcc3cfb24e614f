import type { FastifyInstance } from 'fastify';
import type { Platform } from '../context.ts';
import { ReadOnlyMode } from '../db/readOnly.ts';
import { profiles, type TenantProfile } from '../seed/profiles.ts';
import { createRandom, type Random } from '../seed/random.ts';
import { writeBatch } from './burst.ts';
import { createLease } from '../lease.ts';
import { type Pace, readPace } from './pace.ts';
import { createTenantDayRunner, eventfulRepertoire } from './step.ts';

/** The second tenant is smaller, so less happens there. */
const QUIET_FACTOR = 4;
/** Delay after a failure (database restarted, disk full). */
const AFTER_FAILURE_MS = 5000;

/**
 * Simulates a plausible day of the demo tenants (DESIGN section 6), as ordinary writes through the event log. Runs only if the demo was
 * seeded and SIMULATION=live; started and stopped with the platform.
 */
export function registerSimulation(_app: FastifyInstance, platform: Platform): void {
  if (platform.config.simulation === 'off') return;
  platform.onStart(async () => {
    const pace = readPace(process.env['SIMULATION_PACE']);
    if (pace === null) platform.log.warn('simulation.pace_unknown', { used: 'calm' });
    const seeded = new Set(
      (await platform.db.selectFrom('pipeline_stages').select('tenant_id').distinct().execute()).map(({ tenant_id }) => tenant_id),
    );
    const tenants = profiles.filter(({ tenantId }) => seeded.has(tenantId));
    if (tenants.length === 0) return;
    const stop = startDays(platform, tenants, pace ?? { kind: 'day', meanMs: 2500 });
    platform.onClose(stop);
  });
}

/** Runs each tenant's day until the returned function is called, which waits for steps under way. */
function startDays(platform: Platform, tenants: readonly TenantProfile[], pace: Pace): () => Promise<void> {
  const lease = createLease(platform, 'simulation_lease');
  const mayPlay = (): Promise<boolean> => (platform.database.kind === 'embedded' ? Promise.resolve(true) : lease.hold());
  const loops: Loop[] = [];
  for (const [index, profile] of tenants.entries()) {
    const random = createRandom(Date.now() ^ profile.randomSeed);
    const work =
      index > 0 || pace.kind === 'day'
        ? createTenantDayRunner(platform, profile, random, pace.kind === 'day' && pace.eventful ? eventfulRepertoire : undefined).step
        : loadOf(platform, profile, pace.perSecond, random);
    const meanMs = pace.kind === 'day' ? pace.meanMs : 2500;
    const delay =
      pace.kind === 'load' && index === 0
        ? (): number => LOAD_TICK_MS
        : (): number => meanMs * (index === 0 ? 1 : QUIET_FACTOR) * (0.6 + random.next() * 0.8);
    loops.push(startLoop(platform, async () => void ((await mayPlay()) && (await work())), delay));
  }
  return async () => {
    await Promise.all(loops.map((loop) => loop.stop()));
    await lease.giveBack();
  };
}

const LOAD_TICK_MS = 50;

/** A steady load: writes as many events per tick as are due. */
function loadOf(platform: Platform, profile: TenantProfile, perSecond: number, random: Random): () => Promise<void> {
  let owed = 0;
  let lastMs = performance.now();
  return async () => {
    const now = performance.now();
    owed = Math.min(perSecond, owed + ((now - lastMs) / 1000) * perSecond);
    lastMs = now;
    const events = Math.floor(owed);
    if (events === 0) return;
    owed -= events;
    await writeBatch(platform, profile.tenantId, events, random);
  };
}

interface Loop {
  stop(): Promise<void>;
}

/** Runs `work` repeatedly, `delay` after it ended; a failure is logged and does not end the loop. */
function startLoop(platform: Platform, work: () => Promise<void>, delay: () => number): Loop {
  let stopped = false;
  let timer: NodeJS.Timeout | null = null;
  let turn: Promise<void> = Promise.resolve();
  const schedule = (afterMs: number): void => {
    if (stopped) return;
    timer = setTimeout(() => {
      turn = work().then(
        () => schedule(delay()),
        (failure: unknown) => {
          // The kill switch halts the day; it continues after the release.
          if (failure instanceof ReadOnlyMode) return schedule(delay());
          if (!stopped) platform.log.error('simulation.step', failure);
          schedule(AFTER_FAILURE_MS);
        },
      );
    }, afterMs);
  };
  schedule(delay());
  return {
    async stop() {
      stopped = true;
      if (timer !== null) clearTimeout(timer);
      await turn;
    },
  };
}
