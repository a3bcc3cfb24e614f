import { href } from '../../src/domain/screens/address.ts';
import { sql } from 'kysely';
import type { Permission } from '../../src/contracts/access.ts';
import type { DeadLetter, LetterRef, WholeLetter } from '../../src/contracts/deadLetter.ts';
import type { StageName } from '../../src/contracts/pipeline.ts';
import { obstacleTo } from '../../src/domain/commands/commands.ts';
import { refuseObstacle } from '../commands/refuseObstacle.ts';
import { withoutMoney } from '../../src/domain/money/withheld.ts';
import { stageTitles } from '../../src/domain/operations/platformStates.ts';
import { renewKpis } from './kpis.ts';
import { addActivity, addNotification, withdrawNotifications } from './notices.ts';
import { toDeadLetter, toStage } from './operations.ts';
import { type Refusal, refuse } from '../http/problem.ts';
import { heldBack, movePaymentOf, replacedBy } from './payments.ts';
import type { SignedWriting, Writing } from './writing.ts';
import type { Person } from './by.ts';

const queueHref = href('dlq');
const itemsOf = (count: number): string => `${count} ${count === 1 ? 'item' : 'items'}`;

/** The queued items, newest first; without amounts of money for callers who may not see finance. */
export async function readQueued(
  { trx, tenantId }: Pick<Writing, 'trx' | 'tenantId'>,
  permissions: ReadonlySet<Permission>,
): Promise<DeadLetter[]> {
  const rows = await trx
    .selectFrom('dead_letters')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('promoted_at', 'is', null)
    .orderBy('failed_at', 'desc')
    .orderBy('item_id', 'desc')
    .execute();
  const letters = rows.map(toDeadLetter);
  return permissions.has('view:finance') ? letters : letters.map(withoutMoney);
}

/**
 * A queued item exactly as stored, including personal data (G-28).
 * @returns null if it is gone or no longer at the given version
 */
export async function readWholeLetter(
  { trx, tenantId }: Pick<Writing, 'trx' | 'tenantId'>,
  { itemId, version }: LetterRef,
): Promise<WholeLetter | null> {
  const row = await trx
    .selectFrom('dead_letters')
    .select(['item_id', 'error_message', 'payload'])
    .where('tenant_id', '=', tenantId)
    .where('item_id', '=', itemId)
    .where('version', '=', version)
    .where('promoted_at', 'is', null)
    .executeTakeFirst();
  return row === undefined ? null : { itemId: row.item_id, errorMessage: row.error_message, payload: row.payload };
}

/** Number of queued items; promoted items are with their stage and do not count. */
export async function countQueued({ trx, tenantId }: Writing): Promise<number> {
  const { queued } = await trx
    .selectFrom('dead_letters')
    .select(({ fn }) => fn.countAll<number>().as('queued'))
    .where('tenant_id', '=', tenantId)
    .where('promoted_at', 'is', null)
    .executeTakeFirstOrThrow();
  return queued;
}

/** Changes a stage's error count and queue depth and emits the event; neither goes below zero. */
export async function moveStageCounts(
  { trx, emit, tenantId, correlationId }: Writing,
  name: StageName,
  by: { readonly errors: number; readonly queued: number },
): Promise<void> {
  const row = await trx
    .updateTable('pipeline_stages')
    .set({
      error_count: sql<number>`greatest(0, error_count + ${by.errors})`,
      queue_depth: sql<number>`greatest(0, queue_depth + ${by.queued})`,
      version: sql<number>`version + 1`,
    })
    .where('tenant_id', '=', tenantId)
    .where('name', '=', name)
    .returningAll()
    .executeTakeFirst();
  if (row !== undefined) emit({ type: 'pipeline.stage', resourceId: name, version: row.version, data: toStage(row), correlationId });
}

/** Replaces the warning about the number of queued items, or withdraws it when the queue is empty. */
export async function tellQueued(writing: Writing, why: string): Promise<void> {
  const left = await countQueued(writing);
  if (left === 0) await withdrawNotifications(writing, 'warning', queueHref);
  else await addNotification(writing, 'warning', `${itemsOf(left)} in Dead Letter Queue`, why, queueHref, { replaces: true });
}

/**
 * Returns items to their stages: all of them, or none if one has changed (D-24). `person` decided it. Refused, with a message for the
 * user, if the payment of an item was made another way meanwhile.
 */
export async function promoteLetters(
  writing: SignedWriting,
  items: LetterRef[],
  person: Person,
): Promise<{ promoted: LetterRef[] } | Refusal> {
  const { trx, emit, tenantId, now, decidedAt, correlationId } = writing;
  const rows = await trx
    .selectFrom('dead_letters')
    .select(['item_id', 'version'])
    .where('tenant_id', '=', tenantId)
    .where('promoted_at', 'is', null)
    .where(
      'item_id',
      'in',
      items.map(({ itemId }) => itemId),
    )
    .execute();
  const queue = new Map(rows.map((row) => [row.item_id, row.version]));
  const obstacle = obstacleTo({ kind: 'promote', items }, { subject: queue, person });
  if (obstacle !== null) return refuseObstacle(obstacle);

  const promoted: LetterRef[] = [];
  const stages = new Map<StageName, number>();
  for (const { itemId, version } of items) {
    const { stage, payload } = await trx
      .updateTable('dead_letters')
      .set({
        promoted_at: now.toISOString(),
        last_promoted_at: now.toISOString(),
        last_promoted_by: person.name,
        last_promoted_by_id: person.id,
        last_promotion_decided_at: decidedAt?.toISOString() ?? null,
        version: version + 1,
      })
      .where('tenant_id', '=', tenantId)
      .where('item_id', '=', itemId)
      .returning(['stage', 'payload'])
      .executeTakeFirstOrThrow();
    const replaced = await replacedBy(writing, payload['paymentId']);
    if (replaced !== null) return refuse('conflict', `${itemId} is not promoted. ${replaced}`);
    await movePaymentOf(writing, payload, 'pending');
    stages.set(stage, (stages.get(stage) ?? 0) + 1);
    promoted.push({ itemId, version: version + 1 });
    emit({ type: 'pipeline.dead_letter', resourceId: itemId, version: version + 1, data: { itemId, removed: true }, correlationId });
  }
  for (const [stage, count] of stages) await moveStageCounts(writing, stage, { errors: -count, queued: count });
  const [first] = items;
  const what = items.length === 1 && first !== undefined ? `Dead letter ${first.itemId}` : `${items.length} dead letters`;
  const where = [...stages.keys()].map((stage) => stageTitles[stage]).join(' and ');
  await tellQueued(writing, `${what} promoted`);
  await addActivity(writing, `${what} promoted back to ${where}`, queueHref, 'info');
  return { promoted };
}

/** The oldest item promoted at or before `before` (business time); undefined if there is none. */
export async function oldestPromoted(
  { trx, tenantId }: Writing,
  before: Date,
): Promise<{ readonly itemId: string; readonly stage: StageName } | undefined> {
  return trx
    .selectFrom('dead_letters')
    .select(['item_id as itemId', 'stage'])
    .where('tenant_id', '=', tenantId)
    .where('promoted_at', '<=', before.toISOString())
    .orderBy('promoted_at')
    .orderBy('item_id')
    .limit(1)
    .executeTakeFirst();
}

/**
 * Completes a promoted item: deletes it (it left the queue when promoted). If its payment is held back meanwhile, the item did not
 * succeed and returns to the queue with the reason.
 */
export async function passPromoted(
  writing: SignedWriting,
  { itemId, stage }: { readonly itemId: string; readonly stage: StageName },
): Promise<void> {
  const held = await writing.trx
    .selectFrom('dead_letters')
    .select('payload')
    .where('tenant_id', '=', writing.tenantId)
    .where('item_id', '=', itemId)
    .executeTakeFirstOrThrow();
  const why = await heldBack(writing, held.payload['paymentId']);
  if (why !== null) {
    await failPromoted(writing, { itemId, stage }, { error_code: 'NOT_VERIFIED', error_message: why });
    return;
  }
  const { payload } = await writing.trx
    .deleteFrom('dead_letters')
    .where('tenant_id', '=', writing.tenantId)
    .where('item_id', '=', itemId)
    .returning('payload')
    .executeTakeFirstOrThrow();
  await payFor(writing, payload);
  await moveStageCounts(writing, stage, { errors: 0, queued: -1 });
  await addActivity(writing, `Dead letter ${itemId} went through after promotion`, queueHref, 'success');
}

/** Marks the payment of a successful item as paid and recomputes the KPIs. */
export async function payFor(writing: SignedWriting, payload: Readonly<Record<string, unknown>>): Promise<void> {
  if (await movePaymentOf(writing, payload, 'paid'))
    await renewKpis(writing.trx, writing.emit, writing.tenantId, writing.day, writing.correlationId);
}

/** A promoted item failed again: returns it to the queue with a higher retry count and version, and with the new error if known. */
export async function failPromoted(
  writing: SignedWriting,
  { itemId, stage }: { readonly itemId: string; readonly stage: StageName },
  because?: { readonly error_code: string; readonly error_message: string },
): Promise<void> {
  const { trx, emit, tenantId, now, correlationId } = writing;
  const row = await trx
    .updateTable('dead_letters')
    .set({
      promoted_at: null,
      failed_at: now.toISOString(),
      ...because,
      retry_count: sql<number>`retry_count + 1`,
      version: sql<number>`version + 1`,
    })
    .where('tenant_id', '=', tenantId)
    .where('item_id', '=', itemId)
    .returningAll()
    .executeTakeFirstOrThrow();
  await movePaymentOf(writing, row.payload, 'failed');
  emit({ type: 'pipeline.dead_letter', resourceId: itemId, version: row.version, data: toDeadLetter(row), correlationId });
  await moveStageCounts(writing, stage, { errors: 1, queued: -1 });
  await tellQueued(writing, `${itemId} failed again`);
  await addActivity(writing, `Dead letter ${itemId} failed again after promotion`, href('dlq', { open: itemId }), 'warning');
}
