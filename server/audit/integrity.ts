import type { FastifyInstance } from 'fastify';
import type { SeverityRule } from '../../src/domain/severity.ts';
import { GENESIS } from '../../src/domain/chain.ts';
import type { Platform } from '../context.ts';
import { troubleStands } from '../entities/trouble.ts';
import { sha256, toChainEntry } from '../entities/verification.ts';
import { writeTransaction } from '../realtime/log.ts';
import { sealOf } from './audit.ts';

/** Links looked at in one pass: a few milliseconds, whatever the size of the whole. */
const linksAPass = 1000;
const everyMs = 60_000;

/** A link as both lists have it. `holds`: whether its content gives its own seal and names the one before it. */
interface Link {
  readonly index: number;
  readonly seal: string;
  readonly holds: (before: string) => boolean;
}

interface Walked {
  readonly rule: Extract<SeverityRule, 'chainBroken' | 'recordBroken'>;
  readonly title: string;
  readonly what: string;
  readonly read: (platform: Platform, tenantId: string, from: number) => Promise<readonly Link[]>;
}

const chain: Walked = {
  rule: 'chainBroken',
  title: 'Verification chain broken',
  what: 'verification chain',
  read: async ({ db }, tenantId, from) => {
    const rows = await db
      .selectFrom('chain_entries')
      .select(['chain_index', 'canonical', 'seal'])
      .where('tenant_id', '=', tenantId)
      .where('chain_index', '>=', from)
      .orderBy('chain_index')
      .limit(linksAPass)
      .execute();
    return rows.map(({ chain_index: index, canonical, seal }) => ({
      index,
      seal,
      holds: (before) => {
        if (sha256(canonical) !== seal) return false;
        const entry = toChainEntry({ canonical, seal });
        return entry.chainIndex === index && entry.prevHash === before;
      },
    }));
  },
};

const record: Walked = {
  rule: 'recordBroken',
  title: 'Record of what was done broken',
  what: 'record',
  read: async ({ db }, tenantId, from) => {
    const rows = await db
      .selectFrom('audit_records')
      .selectAll()
      .where('tenant_id', '=', tenantId)
      .where('chain_index', '>=', from)
      .orderBy('chain_index')
      .limit(linksAPass)
      .execute();
    return rows.map((row) => ({
      index: row.chain_index,
      seal: row.hash,
      holds: (before) => row.prev_hash === before && sealOf(row) === row.hash,
    }));
  },
};

/** Walks a tenant's verification chain and its record, a stretch at each call, and begins anew at the end. */
export interface IntegrityWalk {
  /** The next stretch of both. Where a link does not hold, an incident is open when it returns. */
  step(tenantId: string): Promise<void>;
}

export function createIntegrityWalk(platform: Platform): IntegrityWalk {
  const reached = new Map<string, { readonly next: number; readonly seal: string }>();
  const walk = async (tenantId: string, { rule, title, what, read }: Walked): Promise<void> => {
    const name = `${rule} ${tenantId}`;
    let { next, seal } = reached.get(name) ?? { next: 0, seal: GENESIS };
    const links = await read(platform, tenantId, next);
    for (const link of links) {
      if (link.index === next && link.holds(seal)) {
        ({ seal } = link);
        next += 1;
        continue;
      }
      reached.delete(name);
      platform.log.error('integrity.broken', new Error(`link ${next} of the ${what} of ${tenantId} does not hold`));
      // Told in read-only mode too: it changes nothing of what stands still, and nobody could see it otherwise.
      await writeTransaction(
        platform,
        tenantId,
        async (trx, emit) => {
          const writing = { trx, emit, tenantId, now: platform.clock.business(), correlationId: `integrity-${rule}` };
          await troubleStands(writing, {
            rule,
            title,
            description: `Link ${next} of the ${what} is missing or does not give its seal: what stands from there on was changed outside the platform.`,
            runbook: null,
            services: [],
            text: `Found at link ${next}.`,
          });
        },
        { exempt: true },
      );
      return;
    }
    if (links.length < linksAPass) reached.delete(name);
    else reached.set(name, { next, seal });
  };
  return {
    async step(tenantId) {
      await walk(tenantId, chain);
      await walk(tenantId, record);
    },
  };
}

/** Walks every tenant's, a stretch a minute, while the platform runs. */
export function registerIntegrityWalk(_app: FastifyInstance, platform: Platform): void {
  platform.onStart(() => {
    const walk = createIntegrityWalk(platform);
    const pass = async (): Promise<void> => {
      try {
        for (const { tenant_id } of await platform.db.selectFrom('event_heads').select('tenant_id').execute()) await walk.step(tenant_id);
      } catch (failure) {
        platform.log.error('integrity.walk', failure);
      }
    };
    const timer = setInterval(() => void pass(), everyMs);
    platform.onClose(() => clearInterval(timer));
  });
}
