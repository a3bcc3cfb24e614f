import type { FastifyInstance } from 'fastify';
import { type Kysely, type Selectable, sql } from 'kysely';
import { CHECKPOINTS_A_PAGE, type ChainName, type Checkpoint } from '../../src/contracts/checkpoint.ts';
import { GENESIS } from '../../src/domain/records/chain.ts';
import { canonicalCheckpoint, CHECKPOINT_EVERY_MS, CHECKPOINT_TYP, LINKS_A_CHECKPOINT } from '../../src/domain/records/checkpoints.ts';
import { judgeCheckpoint } from '../../src/evidence/checkpoint.ts';
import { notBefore } from '../clock.ts';
import type { Platform } from '../context.ts';
import type { Database } from '../db/schema.ts';
import { openKeyWrap } from '../evidence/keyWrap.ts';
import { signText } from '../evidence/manifests.ts';
import { ensureCurrentKey, readOwnKeys, WHENEVER } from '../evidence/signingKeys.ts';
import { refuse } from '../http/problem.ts';
import { route } from '../http/route.ts';
import { createLease } from '../lease.ts';
import { chain, firstContradicted, linksAPass, record, type Walked } from './links.ts';

/** Interval between checks for due checkpoints, milliseconds. */
const everyMs = 60_000;

const lists: Readonly<Record<ChainName, Walked>> = { verifications: chain, record };

type CheckpointRow = Selectable<Database['checkpoints']>;

/** A link whose seal may be signed: every link from the last checkpoint up to it matches its seal and names its predecessor. */
interface Place {
  readonly index: number;
  readonly seal: string;
}

/**
 * Signs the due checkpoints of one chain of a tenant: every thousandth link, and the newest link if nothing was signed for a day. It
 * walks forward from the last checkpoint and signs nothing past a link that does not hold, so a history rewritten after signing gets no
 * second signature.
 * @param wanted index of a link that needs a signature: the newest link is then signed at any time, unless a checkpoint already covers
 * `wanted`
 * @returns the index of the first link that does not hold, or null
 */
export async function signDue(platform: Platform, tenantId: string, name: ChainName, wanted: number | null = null): Promise<number | null> {
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
  // Two checkpoints over the same link differ by their time, so time must not go back.
  const now = notBefore(clock.now(), last?.at);
  const doubtful = await firstDoubtful(db, tenantId, name, last);
  if (doubtful !== null) return doubtful;
  const daily = last === undefined || now.getTime() - Date.parse(last.at) >= CHECKPOINT_EVERY_MS;
  const isWanted = wanted !== null && (last === undefined || last.chain_index < wanted);
  const from: Place = last === undefined ? { index: -1, seal: GENESIS } : { index: last.chain_index, seal: last.seal };
  // Read before the links: a link appended in between could be named but not yet be in what was read.
  const named = await lists[name].named(db, tenantId);
  const walked = await walkFrom(db, tenantId, lists[name], from, last !== undefined);
  const { due, reached } = walked;
  // If nothing was appended for a day, the same link is signed again, which states until when nothing was added. A chain that lost its end
  // still holds by itself; a verification that names a link beyond the end reveals it.
  if (walked.broken === null && named !== null && named > reached.index) return reached.index + 1;
  const places =
    (daily || isWanted) && reached.index >= 0 && due.at(-1)?.index !== reached.index && walked.broken === null ? [...due, reached] : due;
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

/**
 * The index of a checkpoint that the walk must not continue from: the stored seal differs now, or the newest checkpoint carries no valid
 * signature of the platform. An attacker who rewrites a list could insert a matching checkpoint row, so the signature is checked too,
 * against all keys the platform ever had, whatever their state.
 */
async function firstDoubtful(
  db: Kysely<Database>,
  tenantId: string,
  name: ChainName,
  last: CheckpointRow | undefined,
): Promise<number | null> {
  const contradicted = await firstContradicted(db, tenantId, name);
  if (contradicted !== null || last === undefined) return contradicted;
  const finding = await judgeCheckpoint(toCheckpoint(last), await readOwnKeys(db), tenantId, WHENEVER);
  return finding.ok ? null : last.chain_index;
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
  // First check that the last signed link is unchanged.
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

/**
 * Signs the due checkpoints of all tenants; a failure for one does not stop the others. Broken links are only logged here; the integrity
 * walk (integrity.ts) opens the incident.
 */
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

/** Lists a tenant's checkpoints: newest first, or in ascending order from link `from`. */
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
  return rows.map(toCheckpoint);
}

function toCheckpoint(row: CheckpointRow): Checkpoint {
  return { tenantId: row.tenant_id, chain: row.chain, index: row.chain_index, seal: row.seal, at: row.at, jws: row.jws };
}

/** Maximum of checkpoints per tenant and hour that are signed on request. Each must cover new links, so a quiet chain yields fewer. */
const ASKED_AN_HOUR = 60;
const HOUR_MS = 3_600_000;

/**
 * True if the hourly maximum is reached. Those at every thousandth link do not count. Counted from the rows, so that all instances share
 * the limit.
 */
async function isEnough({ db, clock }: Platform, tenantId: string): Promise<boolean> {
  const { count } = await db
    .selectFrom('checkpoints')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('tenant_id', '=', tenantId)
    .where('chain', '=', 'verifications')
    .where(sql<boolean>`(chain_index + 1) % ${sql.lit(LINKS_A_CHECKPOINT)} <> 0`)
    .where('at', '>', new Date(clock.now().getTime() - HOUR_MS).toISOString())
    .executeTakeFirstOrThrow();
  return Number(count) >= ASKED_AN_HOUR;
}

/**
 * POST /api/checkpoints/sign: a saved proof needs its entries covered by a checkpoint. Same rules as `signDue`: nothing past a link that
 * does not hold, nothing if a checkpoint already covers the link. Needs no lease: two instances that sign at once sign the same seal of
 * the same link, each after its own walk. Requests on one instance are serialised, so that concurrent saves share one signature.
 */
function registerSigning(app: FastifyInstance, platform: Platform): void {
  const signing = new Map<string, Promise<unknown>>();
  const inTurn = <T>(tenantId: string, work: () => Promise<T>): Promise<T> => {
    const turn = (signing.get(tenantId) ?? Promise.resolve()).then(work, work);
    signing.set(tenantId, turn);
    return turn;
  };
  route(app, platform, 'signCheckpoint', ({ db, tenantId, session, body: { index }, correlationId, ip }) =>
    inTurn(tenantId, async () => {
      const standing = async () => (await readCheckpoints(db, tenantId, { chain: 'verifications', from: index, limit: 1 }))[0];
      const before = await standing();
      if (before !== undefined) return { checkpoint: before };
      const there = await db
        .selectFrom('chain_entries')
        .select('chain_index')
        .where('tenant_id', '=', tenantId)
        .where('chain_index', '=', index)
        .executeTakeFirst();
      if (there === undefined) return refuse('not_found', `The chain has no link ${index}`);
      if (await isEnough(platform, tenantId)) return refuse('rate_limited', 'The platform has signed enough checkpoints for this hour');
      const broken = await signDue(platform, tenantId, 'verifications', index);
      const signed = await standing();
      await platform.audit.record(null, {
        tenantId,
        actor: { id: session.user.id, name: session.user.name },
        action: 'checkpoint.sign',
        target: 'verifications',
        outcome: signed === undefined ? 'refused' : 'done',
        correlationId,
        ip,
        details: { asked: index, ...(signed === undefined ? { broken } : { index: signed.index, seal: signed.seal }) },
      });
      if (signed !== undefined) return { checkpoint: signed };
      return refuse('conflict', `Link ${broken ?? index} of the chain does not hold: the platform signs nothing past it`);
    }),
  );
}

/** Registers GET /api/checkpoints, signing on request, and the periodic job, which runs on the instance that holds the lease. */
export function registerCheckpoints(app: FastifyInstance, platform: Platform): void {
  route(app, platform, 'checkpoints', async ({ db, tenantId, query }) => ({
    checkpoints: await readCheckpoints(db, tenantId, query),
    lastUpdated: platform.clock.now().toISOString(),
  }));
  registerSigning(app, platform);
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
