import type { FastifyInstance } from 'fastify';
import type { Platform } from '../context.ts';
import { troubleStands } from '../entities/trouble.ts';
import { writeTransaction } from '../realtime/log.ts';
import { chain, type Reached, reachedOf, record, type Walked, walkStretch } from './links.ts';

const everyMs = 60_000;

/** Walks a tenant's verification chain and record, one stretch per call, and starts over at the end. */
export interface IntegrityWalk {
  /** Checks the next stretch of both lists. If a link does not hold, an incident is open when the call returns. */
  step(tenantId: string): Promise<void>;
}

/** Starts at the first link. Time that goes back is logged once per place and opens no incident. */
export function createIntegrityWalk(platform: Platform): IntegrityWalk {
  const reached = new Map<string, Reached>();
  const toldBack = new Set<string>();
  const broken = async (tenantId: string, at: number, { rule, title, what }: Pick<Walked, 'rule' | 'title' | 'what'>): Promise<void> => {
    reached.delete(`${rule} ${tenantId}`);
    platform.log.error('integrity.broken', new Error(`link ${at} of the ${what} of ${tenantId} does not hold`));
    // Exempt from read-only mode: the incident must be visible then too, and it changes no operational data.
    await writeTransaction(
      platform,
      tenantId,
      async (trx, emit, now, day) => {
        const writing = { trx, emit, tenantId, now, day, correlationId: `integrity-${rule}` };
        await troubleStands(writing, {
          rule,
          title,
          description: `Link ${at} of the ${what} is missing or does not give its seal: what stands from there on was changed outside the platform.`,
          runbook: null,
          services: [],
          text: `Found at link ${at}.`,
        });
      },
      { exempt: true },
    );
  };
  const walk = async (tenantId: string, { rule, title, what, ...list }: Walked): Promise<void> => {
    const name = `${rule} ${tenantId}`;
    const stretch = await walkStretch(platform.db, tenantId, list, reached.get(name));
    if ('broken' in stretch) return broken(tenantId, stretch.broken, { rule, title, what });
    for (const { place, byMs } of stretch.backs) {
      // Time going back breaks no link and cannot be repaired: log each place once per process. `npm run record:check` reports it too
      // (recordCheck.ts).
      if (!toldBack.has(`${name} ${place}`))
        platform.log.warn('integrity.time_back', { tenantId, list: what, place, bySeconds: byMs / 1000 });
      toldBack.add(`${name} ${place}`);
    }
    if (stretch.ended) reached.delete(name);
    else reached.set(name, reachedOf(stretch));
  };
  return {
    async step(tenantId) {
      try {
        await walk(tenantId, chain);
      } finally {
        await walk(tenantId, record);
      }
    },
  };
}

/** Walks one stretch for every tenant; a failure for one does not stop the others. */
export async function walkAll(platform: Platform, walk: IntegrityWalk): Promise<void> {
  const tenants = await platform.db.selectFrom('event_heads').select('tenant_id').orderBy('tenant_id').execute();
  for (const { tenant_id: tenantId } of tenants) {
    try {
      await walk.step(tenantId);
    } catch (failure) {
      platform.log.error('integrity.walk', failure);
    }
  }
}

/** Walks one stretch per tenant every minute while the platform runs. */
export function registerIntegrityWalk(_app: FastifyInstance, platform: Platform): void {
  platform.onStart(() => {
    const walk = createIntegrityWalk(platform);
    let walking = false;
    const pass = async (): Promise<void> => {
      // Passes do not overlap if one takes longer than a minute.
      if (walking) return;
      walking = true;
      try {
        await walkAll(platform, walk);
      } catch (failure) {
        platform.log.error('integrity.walk', failure);
      } finally {
        walking = false;
      }
    };
    const timer = setInterval(() => void pass(), everyMs);
    platform.onClose(() => clearInterval(timer));
  });
}
