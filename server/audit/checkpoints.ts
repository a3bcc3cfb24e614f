import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import { CHECKPOINTS_A_PAGE, type ChainName, type Checkpoint } from '../../src/contracts/checkpoint.ts';
import { GENESIS } from '../../src/domain/chain.ts';
import { canonicalCheckpoint, CHECKPOINT_EVERY_MS, CHECKPOINT_TYP, LINKS_A_CHECKPOINT } from '../../src/domain/checkpoints.ts';
import type { Platform } from '../context.ts';
import type { Database } from '../db/schema.ts';
import { openKeyWrap } from '../evidence/keyWrap.ts';
import { signText } from '../evidence/manifests.ts';
import { ensureCurrentKey } from '../evidence/signingKeys.ts';
import { route } from '../http/route.ts';
import { createLease } from '../simulation/lease.ts';
import { chain, linksAPass, record, type Walked } from './links.ts';

/** How often it is looked whether one is due, milliseconds. */
const everyMs = 60_000;

const lists: Readonly<Record<ChainName, Walked>> = { verifications: chain, record };

/** A place whose seal may be signed: every link up to it, from the last checkpoint on, gives its seal and names the one before. */
interface Place {
  readonly index: number;
  readonly seal: string;
}

/**
 * Signs what is due of one chain of a tenant's: at every thousandth link, and the newest where none was signed for a day. It goes from the last checkpoint forward and signs
 * nothing past a link that does not hold: a history that was rewritten after it was signed gets no second signature. Answers the index of the first link that does not
 * hold; null where all do.
 */
export async function signDue(platform: Platform, tenantId: string, name: ChainName): Promise<number | null> {
  const { db, clock } = platform;
  const last = await db
    .selectFrom('checkpoints')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('chain', '=', name)
    .orderBy('chain_index', 'desc')
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst();
  const now = clock.business();
  const daily = last === undefined || now.getTime() - Date.parse(last.at) >= CHECKPOINT_EVERY_MS;
  const from: Place = last === undefined ? { index: -1, seal: GENESIS } : { index: last.chain_index, seal: last.seal };
  const walked = await walkFrom(db, tenantId, lists[name], from, last !== undefined);
  const { due, reached } = walked;
  // Nothing was appended for a day: the same place is signed anew, and says until when nothing was.
  const places = daily && reached.index >= 0 && due.at(-1)?.index !== reached.index && walked.broken === null ? [...due, reached] : due;
  if (places.length > 0) {
    const signer = await ensureCurrentKey(db, await openKeyWrap(platform.config), now);
    for (const { index, seal } of places) {
      const facts = { tenantId, chain: name, index, seal, at: now.toISOString() };
      const jws = await signText(signer, CHECKPOINT_TYP, canonicalCheckpoint(facts));
      await db
        .insertInto('checkpoints')
        .values({ tenant_id: tenantId, chain: name, chain_index: index, seal, at: facts.at, jws })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    }
  }
  return walked.broken;
}

async function walkFrom(
  db: Kysely<Database>,
  tenantId: string,
  { read }: Walked,
  from: Place,
  signed: boolean,
): Promise<{ readonly due: readonly Place[]; readonly reached: Place; readonly broken: number | null }> {
  const due: Place[] = [];
  let reached = from;
  // The link under the last signature first: whether it is still the one that was signed.
  if (signed) {
    const [link] = await read(db, tenantId, from.index);
    if (link === undefined || link.index !== from.index || link.seal !== from.seal) return { due, reached, broken: from.index };
  }
  for (;;) {
    const links = await read(db, tenantId, reached.index + 1);
    for (const link of links) {
      if (link.index !== reached.index + 1 || !link.holds(reached.seal)) return { due, reached, broken: reached.index + 1 };
      reached = { index: link.index, seal: link.seal };
      if ((link.index + 1) % LINKS_A_CHECKPOINT === 0) due.push(reached);
    }
    if (links.length < linksAPass) return { due, reached, broken: null };
  }
}

/** Signs what is due of every tenant's chains; where one cannot be, the others are. What does not hold is for the walk that finds it too (integrity.ts) to tell. */
export async function signAllDue(platform: Platform): Promise<void> {
  const tenants = await platform.db.selectFrom('tenants').select('tenant_id').orderBy('tenant_id').execute();
  for (const { tenant_id: tenantId } of tenants) {
    for (const name of ['verifications', 'record'] as const) {
      try {
        const broken = await signDue(platform, tenantId, name);
        if (broken !== null)
          platform.log.error('checkpoints.broken', new Error(`link ${broken} of the ${lists[name].what} of ${tenantId} does not hold`));
      } catch (failure) {
        platform.log.error('checkpoints.sign', failure);
      }
    }
  }
}

/** A tenant's checkpoints, as asked for. */
async function readCheckpoints(
  db: Kysely<Database>,
  tenantId: string,
  {
    chain: name,
    from,
    limit = CHECKPOINTS_A_PAGE,
  }: { readonly chain?: ChainName | undefined; readonly from?: number | undefined; readonly limit?: number | undefined },
): Promise<Checkpoint[]> {
  let query = db.selectFrom('checkpoints').selectAll().where('tenant_id', '=', tenantId);
  if (name !== undefined) query = query.where('chain', '=', name);
  query = from === undefined ? query.orderBy('chain_index', 'desc') : query.where('chain_index', '>=', from).orderBy('chain_index');
  const rows = await query.orderBy('at', 'desc').orderBy('chain').limit(limit).execute();
  return rows.map((row) => ({
    tenantId: row.tenant_id,
    chain: row.chain,
    index: row.chain_index,
    seal: row.seal,
    at: row.at,
    jws: row.jws,
  }));
}

/** GET /api/checkpoints, and the job that signs them: on whichever instance holds the lease. */
export function registerCheckpoints(app: FastifyInstance, platform: Platform): void {
  route(app, platform, 'checkpoints', async ({ db, tenantId, query }) => ({
    checkpoints: await readCheckpoints(db, tenantId, query),
    lastUpdated: platform.clock.now().toISOString(),
  }));
  platform.onStart(() => {
    const lease = createLease(platform, 'checkpoints_lease');
    let running: Promise<void> | null = null;
    const pass = async (): Promise<void> => {
      try {
        if (await lease.hold()) await signAllDue(platform);
      } catch (failure) {
        platform.log.error('checkpoints.sign', failure);
      }
    };
    const look = (): void => {
      running ??= pass().finally(() => {
        running = null;
      });
    };
    look();
    const timer = setInterval(look, everyMs);
    platform.onClose(async () => {
      clearInterval(timer);
      await running;
    });
  });
}
