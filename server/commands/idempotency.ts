import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { EveryEndpointId } from '../../src/contracts/everyEndpoint.ts';
import { canonicalJson } from '../../src/domain/canonicalJson.ts';
import type { Platform } from '../context.ts';
import type { Database } from '../db/schema.ts';
import { type Refusal, refuse } from '../http/problem.ts';
import { reducedAnswer, type Rereading, restoredAnswer } from './keptAnswers.ts';

const dayMs = 86_400_000;
/**
 * How long a command's key is kept, milliseconds. A device keeps what it has not sent without a limit (D-31), and may not know that it arrived: what was decided earlier is refused
 * (`mayBeForgotten`), since a note has no version that would guard its effect. Where no moment of decision is known, only versions do.
 */
export const keysKeptMs = 30 * dayMs;

/** Whether a command decided then may have taken effect under a key that is forgotten by now. */
export function mayBeForgotten(decidedAt: Date, now: Date): boolean {
  return now.getTime() - decidedAt.getTime() > keysKeptMs;
}

/** Whose command, under which key, and what it asks for. */
export interface CommandKey {
  readonly call: EveryEndpointId;
  readonly tenantId: string;
  readonly accountId: string;
  readonly key: string;
  /** Of the body as it was sent: whatever defaults a later build's shape gives it, the same bytes are the same command. */
  readonly requestHash: string;
  /** Of the body as the shape of the call gives it back: keys of builds before this one are kept under it. Taken as well, until such keys are pruned. */
  readonly parsedHash: string;
}

/**
 * Names what is asked for: SHA-256 of the RFC 8785 form, so that the order of members in a body makes no difference. By our own form: the library's refuses half of a sign, and
 * a command must not fail, and be sent for ever, over what somebody wrote.
 */
export function requestHash(request: { readonly call: string; readonly params: object; readonly body: unknown }): string {
  return createHash('sha256').update(canonicalJson(request)).digest('hex');
}

/** What this very command is answered that took effect before, from what was kept of its answer; a refusal where the key stands for another one; null where it is new. */
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

/** Whether this account has a command under this key that took effect, whatever it asked for. */
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

/** Keeps what is needed of the answer, in the transaction of the effect: both are there or neither. */
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

/** Forgets keys that are old: what a device still sends under them is known by when it was decided. */
export async function pruneKeys(db: Kysely<Database>, now: Date): Promise<void> {
  await db
    .deleteFrom('idempotency_keys')
    .where('used_at', '<', new Date(now.getTime() - keysKeptMs).toISOString())
    .execute();
}

/** Prunes each hour while the platform runs. */
export function scheduleKeyRetention(platform: Platform): void {
  platform.onStart(() => {
    const timer = setInterval(
      () => void pruneKeys(platform.db, platform.clock.now()).catch((failure) => platform.log.error('commands.prune', failure)),
      3_600_000,
    );
    platform.onClose(() => clearInterval(timer));
  });
}
