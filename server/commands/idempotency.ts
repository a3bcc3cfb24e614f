import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { EveryEndpointId } from '../../src/contracts/everyEndpoint.ts';
import { canonicalJson } from '../../src/domain/encoding/canonicalJson.ts';
import type { Platform } from '../context.ts';
import type { Database } from '../db/schema.ts';
import { type Refusal, refuse } from '../http/problem.ts';
import { reducedAnswer, type Rereading, restoredAnswer } from './keptAnswers.ts';

const dayMs = 86_400_000;
/**
 * How long idempotency keys are stored, milliseconds. Devices keep unsent commands without limit (D-31) and may not know that one
 * arrived, so commands decided earlier are refused (`mayBeForgotten`): a note, for example, has no version that would prevent a second
 * effect. If the time of decision is unknown, only versions protect.
 */
export const keysKeptMs = 30 * dayMs;

/** True if a command decided at `decidedAt` may have been applied under a key that is deleted by now. */
export function mayBeForgotten(decidedAt: Date, now: Date): boolean {
  return now.getTime() - decidedAt.getTime() > keysKeptMs;
}

/** A command: account, idempotency key and what it asks for. */
export interface CommandKey {
  readonly call: EveryEndpointId;
  readonly tenantId: string;
  readonly accountId: string;
  readonly key: string;
  /** Hash of the body as sent, so that new defaults in a later build's schema do not change it. */
  readonly requestHash: string;
  /** Hash of the parsed body, as earlier builds stored it. Also accepted until their keys are pruned. */
  readonly parsedHash: string;
}

/**
 * Identifies a request: SHA-256 of its RFC 8785 form, so that member order does not matter. Uses our own implementation: the library
 * throws on lone surrogates, and a command must not fail, and be retried for ever, because of what a user typed.
 */
export function requestHash(request: { readonly call: string; readonly params: object; readonly body: unknown }): string {
  return createHash('sha256').update(canonicalJson(request)).digest('hex');
}

/**
 * Looks up an earlier run of this command: its answer if it was applied, a refusal if the key belongs to another command, null if the key
 * is new.
 */
export async function replay(
  trx: Kysely<Database>,
  command: CommandKey,
  config: Rereading['config'],
): Promise<{ readonly answer: unknown } | Refusal | null> {
  const held = await trx
    .selectFrom('idempotency_keys')
    .select(['request_hash', 'answer'])
    .where('tenant_id', '=', command.tenantId)
    .where('account_id', '=', command.accountId)
    .where('key', '=', command.key)
    .executeTakeFirst();
  if (held === undefined) return null;
  if (held.request_hash !== command.requestHash && held.request_hash !== command.parsedHash)
    return refuse('bad_request', 'This idempotency key was used for another command');
  return { answer: await restoredAnswer({ trx, tenantId: command.tenantId, config }, command.call, held.answer) };
}

/** True if this account has an applied command under this key, whatever it asked for. */
export async function isKept(
  db: Kysely<Database>,
  { tenantId, accountId, key }: Pick<CommandKey, 'tenantId' | 'accountId' | 'key'>,
): Promise<boolean> {
  const held = await db
    .selectFrom('idempotency_keys')
    .select('key')
    .where('tenant_id', '=', tenantId)
    .where('account_id', '=', accountId)
    .where('key', '=', key)
    .executeTakeFirst();
  return held !== undefined;
}

/** Stores the reduced answer in the transaction of the effect, so that both exist or neither. */
export async function keepAnswer(trx: Kysely<Database>, command: CommandKey, answer: object, at: Date): Promise<void> {
  await trx
    .insertInto('idempotency_keys')
    .values({
      tenant_id: command.tenantId,
      account_id: command.accountId,
      key: command.key,
      request_hash: command.requestHash,
      answer: JSON.stringify(reducedAnswer(command.call, answer)),
      used_at: at.toISOString(),
    })
    .execute();
}

/** Deletes keys older than `keysKeptMs`; later repeats are recognised by their time of decision. */
export async function pruneKeys(db: Kysely<Database>, now: Date): Promise<void> {
  await db
    .deleteFrom('idempotency_keys')
    .where('used_at', '<', new Date(now.getTime() - keysKeptMs).toISOString())
    .execute();
}

/** Prunes keys every hour while the platform runs. */
export function scheduleKeyRetention(platform: Platform): void {
  platform.onStart(() => {
    const timer = setInterval(
      () => void pruneKeys(platform.db, platform.clock.now()).catch((failure) => platform.log.error('commands.prune', failure)),
      3_600_000,
    );
    platform.onClose(() => clearInterval(timer));
  });
}
