import type { FastifyInstance } from 'fastify';
import type { SeverityRule } from '../../src/domain/severity.ts';
import type { ChainEntry } from '../../src/contracts/verification.ts';
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
  /** The last link that something outside the list itself names; null where nothing does. */
  readonly named: (platform: Platform, tenantId: string) => Promise<number | null>;
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
        const entry = entryOf(canonical, seal);
        return entry !== null && entry.chainIndex === index && entry.prevHash === before;
      },
    }));
  },
  // Every record names its newest link: a chain whose end was cut off holds by itself.
  named: async ({ db }, tenantId) => {
    const { last } = await db
      .selectFrom('verifications')
      .select(({ fn }) => fn.max<number | null>('chain_index').as('last'))
      .where('tenant_id', '=', tenantId)
      .executeTakeFirstOrThrow();
    return last;
  },
};

/** A link as its text has it; null where that is no link at all, though it may give its seal: whoever can write there can seal anew. */
function entryOf(canonical: string, seal: string): Pick<ChainEntry, 'chainIndex' | 'prevHash'> | null {
  try {
    return toChainEntry({ canonical, seal });
  } catch {
    return null;
  }
}

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
  named: () => Promise.resolve(null),
};

/** Walks a tenant's verification chain and its record, a stretch at each call, and begins anew at the end. */
export interface IntegrityWalk {
  /** The next stretch of both. Where a link does not hold, an incident is open when it returns. */
  step(tenantId: string): Promise<void>;
}

export function createIntegrityWalk(platform: Platform): IntegrityWalk {
  const reached = new Map<string, { readonly next: number; readonly seal: string }>();
  const broken = async (tenantId: string, at: number, { rule, title, what }: Omit<Walked, 'read' | 'named'>): Promise<void> => {
    reached.delete(`${rule} ${tenantId}`);
    platform.log.error('integrity.broken', new Error(`link ${at} of the ${what} of ${tenantId} does not hold`));
    // Told in read-only mode too: it changes nothing of what stands still, and nobody could see it otherwise.
    await writeTransaction(
      platform,
      tenantId,
      async (trx, emit) => {
        const writing = { trx, emit, tenantId, now: platform.clock.business(), correlationId: `integrity-${rule}` };
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
  const walk = async (tenantId: string, { rule, title, what, read, named }: Walked): Promise<void> => {
    const name = `${rule} ${tenantId}`;
    let { next, seal } = reached.get(name) ?? { next: 0, seal: GENESIS };
    // Before the links: one that is appended meanwhile is named and not yet read.
    const last = await named(platform, tenantId);
    const links = await read(platform, tenantId, next);
    for (const link of links) {
      if (link.index !== next || !link.holds(seal)) return broken(tenantId, next, { rule, title, what });
      ({ seal } = link);
      next += 1;
    }
    if (links.length < linksAPass && last !== null && next <= last) return broken(tenantId, next, { rule, title, what });
    if (links.length < linksAPass) reached.delete(name);
    else reached.set(name, { next, seal });
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

/** A stretch of every tenant's; where one cannot be walked, the others are. */
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

/** Walks every tenant's, a stretch a minute, while the platform runs. */
export function registerIntegrityWalk(_app: FastifyInstance, platform: Platform): void {
  platform.onStart(() => {
    const walk = createIntegrityWalk(platform);
    let walking = false;
    const pass = async (): Promise<void> => {
      // A pass that takes longer than a minute is not overtaken by the next.
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
