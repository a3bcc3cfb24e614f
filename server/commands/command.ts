import { randomUUID } from 'node:crypto';
import type { Endpoint } from '../../src/contracts/endpoint.ts';
import { type EveryEndpointId, everyEndpoint } from '../../src/contracts/everyEndpoint.ts';
import type { Platform } from '../context.ts';
import { refusalByRule } from '../db/brokenRule.ts';
import { isReadOnly } from '../db/readOnly.ts';
import type { Writing } from '../entities/writing.ts';
import { type Refusal, isRefusal, refuse } from '../http/problem.ts';
import { type Call, idempotencyKeyOf } from '../http/route.ts';
import type { AuthSession } from '../identity/sessions/sessions.ts';
import { type ChangedAccount, NoLongerMay, stillMay } from '../identity/sessions/stillMay.ts';
import { writeTransaction } from '../realtime/log.ts';
import { decidedAtOf } from './platformWord.ts';
import { type CommandKey, keepAnswer, mayBeForgotten, replay, requestHash } from './idempotency.ts';

/** What the record says about a command, whether done or refused (D-27). */
export interface OnRecord {
  /** Area and verb: `dead_letter.promote`. */
  readonly action: string;
  readonly target: string;
  readonly details: Readonly<Record<string, string | number>>;
}

/**
 * Returned by a command that found everything already as requested: no line of the record is written, but the answer is stored under the
 * key.
 */
export class Unchanged<Done> {
  readonly answer: Done;
  constructor(answer: Done) {
    this.answer = answer;
  }
}

interface CommandCall {
  readonly platform: Platform;
  readonly session: AuthSession;
  readonly tenantId: string;
  readonly params: Readonly<Record<string, string>>;
  readonly body: unknown;
  readonly correlationId: string;
  readonly ip: string;
  readonly request: Call<EveryEndpointId>['request'];
}

/**
 * Runs a user's command in one transaction under the tenant's lock. There the caller's rights are checked again (D-66), a repeat of a
 * completed command gets the stored answer, and read-only mode refuses the command (D-23) unless its table row allows it. Effect, stored
 * answer and record line are written together or not at all. A refusal rolls back what `work` wrote and is not stored under the key. If
 * the lock cannot be had in time it throws an error that is answered 503, without a record line: nothing was decided, and the outbox
 * sends the command again.
 * @param more `changes`: the account that `work` changes. `contains`: for calls marked `containment`, whether this call only shuts
 * somebody out; asked under the lock, in read-only mode only
 */
export async function runCommand<Done extends object>(
  call: CommandCall,
  id: EveryEndpointId,
  record: OnRecord,
  work: (writing: Writing) => Promise<Done | Refusal | Unchanged<Done>>,
  more: { readonly changes?: ChangedAccount; readonly contains?: (writing: Pick<Writing, 'trx' | 'tenantId'>) => Promise<boolean> } = {},
): Promise<Done | Refusal> {
  const { platform, tenantId, session, correlationId, ip } = call;
  const endpoint: Endpoint = everyEndpoint[id];
  const key = idempotencyKeyOf(call.request) ?? (endpoint.command === 'keyOptional' ? randomUUID() : null);
  if (key === null) return refuse('bad_request');
  const command: CommandKey = {
    call: id,
    tenantId,
    accountId: session.user.id,
    key,
    requestHash: requestHash({ call: id, params: call.params, body: call.request.body ?? null }),
    parsedHash: requestHash({ call: id, params: call.params, body: call.body }),
  };
  const decidedAt = await decidedAtOf(platform, session.user.id, call.request.headers);
  // Part of the details, which the line's hash always covered, so that consoles of older builds can verify the line.
  const decided: Readonly<Record<string, string>> = decidedAt === null ? {} : { decidedAt: decidedAt.toISOString() };
  /** Built when the line is written, because the work may add to its details (such as a report's number). */
  const line = (more: Readonly<Record<string, string>> = {}) => ({
    tenantId,
    actor: { id: session.user.id, name: session.user.name },
    correlationId,
    ip,
    ...record,
    details: { ...record.details, ...decided, ...more },
  });

  const outcome = await writeTransaction(
    platform,
    tenantId,
    async (trx, emit, now, day) => {
      const before = await replay(trx, command, platform.config);
      if (isRefusal(before)) return before;
      // The answer was validated against the same call's schema when it was stored.
      if (before !== null) return before.answer as Done;
      await stillMay(trx, call, id, more);
      if (endpoint.inReadOnlyMode !== 'open' && (await isReadOnly(trx, tenantId))) {
        const contains = endpoint.inReadOnlyMode === 'containment' && (await more.contains?.({ trx, tenantId }));
        if (contains !== true) return refuse('read_only_mode');
      }
      if (decidedAt !== null && mayBeForgotten(decidedAt, platform.clock.now())) return refuse('conflict', longAgo);
      // `now` may be later than the clock (times never go back), so keep the real distance between decision and receipt.
      const ago = decidedAt === null ? 0 : platform.clock.now().getTime() - decidedAt.getTime();
      const decidedThen = decidedAt === null ? null : new Date(now.getTime() - ago);
      const done = await work({ trx, emit, tenantId, now, day, decidedAt: decidedThen, correlationId });
      if (done instanceof Unchanged) {
        await keepAnswer(trx, command, done.answer, platform.clock.now());
        return done.answer;
      }
      if (isRefusal(done)) throw new RolledBack(done);
      await keepAnswer(trx, command, done, platform.clock.now());
      await platform.audit.record(trx, { ...line(), outcome: 'done' });
      return done;
      // Read-only mode is checked above, inside the lock, so that replays of completed commands still get their stored answer.
    },
    { exempt: true },
  ).catch((failure: unknown) => {
    if (failure instanceof RolledBack || failure instanceof NoLongerMay) return failure.refusal;
    // A database constraint that the command's checks did not foresee, such as a race: refuse, record and log it for the operator.
    const refusal = refusalByRule(failure);
    if (refusal === null) throw failure;
    platform.log.error('db.rule', failure, { call: id, correlationId });
    return refusal;
  });
  if (isRefusal(outcome)) {
    platform.metrics.count('ukweli_refusals_total', { code: outcome.refused });
    const drifted = (outcome.drifted ?? []).map((drift) => `${drift.id} ${drift.reason}`).join(', ');
    const why = { code: outcome.refused, ...(drifted === '' ? {} : { drifted }) };
    await platform.audit.record(null, { ...line(why), outcome: 'refused' });
  }
  return outcome;
}

/** A device keeps unsent commands without limit (D-31); this one is older than the stored keys. */
const longAgo =
  'It was decided more than 30 days ago, and it is no longer known whether it arrived. Check whether it was done, then decide again';

/** Carries a refusal out of the transaction that it rolls back. */
class RolledBack extends Error {
  readonly refusal: Refusal;
  constructor(refusal: Refusal) {
    super(refusal.message);
    this.refusal = refusal;
  }
}
