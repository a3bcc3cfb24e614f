import { href } from '../../../src/domain/screens/address.ts';
import { sql } from 'kysely';
import { amountOf, ofMinor } from '../../../src/domain/money/money.ts';
import { withoutMoney } from '../../../src/domain/money/withheld.ts';
import type { StageName } from '../../../src/contracts/pipeline.ts';
import { nextNumber } from '../../entities/counters.ts';
import {
  countQueued,
  failPromoted,
  moveStageCounts,
  oldestPromoted,
  passPromoted,
  payFor,
  tellQueued,
} from '../../entities/deadLetters.ts';
import { addActivity } from '../../entities/notices.ts';
import { toDeadLetter } from '../../entities/operations.ts';
import { movePaymentOf } from '../../entities/payments.ts';
import type { Act } from '../act.ts';

/** The simulation adds no dead letter beyond this number, as people would have reacted. */
const MAX_ITEMS = 7;
/** The simulation keeps at least this many, so that the screen has something to show. */
const FEWEST_ITEMS = 1;
/** Minimum time a stage works on a promoted item, milliseconds of business time. */
const REWORKED_AFTER_MS = 20_000;

/** A message fails for good: a payment that the bank refuses, or a decision that times out. */
export const failItem: Act = async (scene) => {
  const { trx, emit, tenantId, profile, random, now, correlationId } = scene;
  if ((await countQueued(scene)) >= MAX_ITEMS) return false;
  const payment = await trx
    .selectFrom('rbf_payments')
    .select(['payment_id', 'site_code', 'amount', 'currency'])
    .where('tenant_id', '=', tenantId)
    .where('status', '=', 'pending')
    .orderBy('due_at')
    .limit(1)
    .executeTakeFirst();
  const waiting = await trx
    .selectFrom('verifications')
    .select(['vrf_id', 'site_code'])
    .where('tenant_id', '=', tenantId)
    .where('status', '=', 'pending')
    .orderBy('ordinal', 'desc')
    .limit(1)
    .executeTakeFirst();
  const refused = payment !== undefined && (waiting === undefined || random.next() < 0.6);
  if (!refused && waiting === undefined) return false;

  const stage: StageName = refused ? 'bank_integration' : 'decision_service';
  const retries = random.int(2, 5);
  const concerns = refused
    ? {
        errorCode: 'BANK_REFUSED',
        message: `Payment ${payment.payment_id} refused: ${random.pick(['beneficiary account was not found at the receiving bank', 'receiving bank did not answer in time', 'daily limit of the paying account reached'])}`,
        payload: {
          paymentId: payment.payment_id,
          siteCode: payment.site_code,
          amount: amountOf(ofMinor(payment.amount, payment.currency)),
          currency: payment.currency,
        },
      }
    : {
        errorCode: 'DECISION_TIMEOUT',
        message: `Decision not returned within 30 s for ${waiting?.vrf_id ?? ''}`,
        payload: { vrfId: waiting?.vrf_id ?? '', siteCode: waiting?.site_code ?? '', stage, timeoutSeconds: 30, lastAttempt: retries },
      };
  const itemId = `${profile.itemPrefix}${String(await nextNumber(trx, tenantId, 'dead_letter')).padStart(5, '0')}`;
  const row = await trx
    .insertInto('dead_letters')
    .values({
      tenant_id: tenantId,
      item_id: itemId,
      stage,
      error_code: concerns.errorCode,
      error_message: concerns.message,
      retry_count: retries,
      correlation_id: random.correlation(),
      failed_at: now.toISOString(),
      payload: JSON.stringify(concerns.payload),
      version: 1,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await movePaymentOf(scene, row.payload, 'failed');
  const letter = toDeadLetter(row);
  emit({ type: 'pipeline.dead_letter', resourceId: itemId, version: 1, data: letter, correlationId });
  await moveStageCounts(scene, stage, { errors: 1, queued: 0 });
  await tellQueued(scene, `Newest: ${concerns.errorCode}`);
  await addActivity(scene, `Dead letter ${itemId}: ${withoutMoney(letter).errorMessage}`, href('dlq', { open: itemId }), 'warning');
  return true;
};

/** The oldest dead letter succeeds on retry, as if its cause had passed, and leaves the queue. */
export const recoverItem: Act = async (scene) => {
  const { trx, emit, tenantId, correlationId } = scene;
  const items = await countQueued(scene);
  if (items <= FEWEST_ITEMS) return false;
  const oldest = await trx
    .selectFrom('dead_letters')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('promoted_at', 'is', null)
    // Not those whose payment is held back because its verification is not verified.
    .where(
      sql<boolean>`not exists (
        select 1 from rbf_payments p join verifications v on v.tenant_id = p.tenant_id and v.vrf_id = p.vrf_id
        where p.tenant_id = ${tenantId} and p.payment_id = payload ->> 'paymentId' and p.status <> 'paid' and v.status <> 'verified')`,
    )
    .orderBy('failed_at')
    .limit(1)
    .executeTakeFirst();
  if (oldest === undefined) return false;
  await trx.deleteFrom('dead_letters').where('tenant_id', '=', tenantId).where('item_id', '=', oldest.item_id).execute();
  await movePaymentOf(scene, oldest.payload, 'pending');
  await payFor(scene, oldest.payload);
  emit({
    type: 'pipeline.dead_letter',
    resourceId: oldest.item_id,
    version: oldest.version + 1,
    data: { itemId: oldest.item_id, removed: true },
    correlationId,
  });
  await moveStageCounts(scene, oldest.stage, { errors: -1, queued: 0 });
  await tellQueued(scene, `${oldest.item_id} went through`);
  await addActivity(scene, `Dead letter ${oldest.item_id} went through on retry`, href('dlq'), 'success');
  return true;
};

/** A stage finishes an item that a person promoted: most succeed, some fail again and return with one more retry. */
export const settlePromoted: Act = async (scene) => {
  const item = await oldestPromoted(scene, new Date(scene.now.getTime() - REWORKED_AFTER_MS));
  if (item === undefined) return false;
  await (scene.random.next() < 0.7 ? passPromoted(scene, item) : failPromoted(scene, item));
  return true;
};
