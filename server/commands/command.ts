import { randomUUID } from 'node:crypto';
import type { Endpoint } from '../../src/contracts/endpoint.ts';
import { type EveryEndpointId, everyEndpoint } from '../../src/contracts/everyEndpoint.ts';
import type { Platform } from '../context.ts';
import { refusalByRule } from '../db/brokenRule.ts';
import { isReadOnly } from '../db/readOnly.ts';
import type { Writing } from '../entities/writing.ts';
import { type Refusal, isRefusal, refuse } from '../http/problem.ts';
import { type Call, idempotencyKeyOf } from '../http/route.ts';
import type { AuthSession } from '../identity/sessions.ts';
import { type ChangedAccount, NoLongerMay, stillMay } from '../identity/stillMay.ts';
import { writeTransaction } from '../realtime/log.ts';
import { decidedAtOf } from './platformWord.ts';
import { type CommandKey, keepAnswer, mayBeForgotten, replay, requestHash } from './idempotency.ts';

/** What goes on record of a command, whether it is done or refused (D-27). */
export interface OnRecord {
  /** Area and verb: `dead_letter.promote`. */
  readonly action: string;
  readonly target: string;
  readonly details: Readonly<Record<string, string | number>>;
}

/** What a command answers that found everything as it was wanted: nothing was done, so no line says that it was. The answer is kept under its key all the same. */
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
 * Runs a person's command in one transaction under the tenant's lock: who sent it is judged again there (D-66), sent twice it takes effect once and is answered alike, in
 * read-only mode it is refused (D-23) unless its row of the table lets it through, and its effect, its answer and its line of the record are kept together or not at all. A
 * refusal undoes whatever `work` had written before it; it is not kept under the key, since it changed nothing. Where the tenant's lock could not be had in time it throws what answers 503:
 * then there is no line of the record either, since nothing was decided, and the outbox sends the same command again.
 * @param more the account that `work` changes, where it changes one; and of a call whose row says `containment`, whether this one only shuts out: asked under the lock, in
 * read-only mode alone
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
  // Within the details, which the line's hash covers since the first line there was: consoles of older builds check it all the same.
  const decided: Readonly<Record<string, string>> = decidedAt === null ? {} : { decidedAt: decidedAt.toISOString() };
  /** Put together when the line is written: the work adds to its record what it made (the number of a report). */
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
      // The answer was checked against the same call's shape when it was kept.
      if (before !== null) return before.answer as Done;
      await stillMay(trx, call, id, more);
      if (endpoint.inReadOnlyMode !== 'open' && (await isReadOnly(trx, tenantId))) {
        const contains = endpoint.inReadOnlyMode === 'containment' && (await more.contains?.({ trx, tenantId }));
        if (contains !== true) return refuse('read_only_mode');
      }
      if (decidedAt !== null && mayBeForgotten(decidedAt, platform.clock.now())) return refuse('conflict', longAgo);
      // As long before the receipt as it was in fact, also where the log holds a later moment than the clock's.
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
      // It asks under the lock by itself: what took effect before the switch was pulled is answered as it was.
    },
    { exempt: true },
  ).catch((failure: unknown) => {
    if (failure instanceof RolledBack || failure instanceof NoLongerMay) return failure.refusal;
    // What the command's own checks did not foresee, a race among others: refused like the rest, on record, and for the operator to look at.
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

/** A device keeps what it could not send for as long as it takes (D-31); this is older than the keys that are kept. */
const longAgo =
  'It was decided more than 30 days ago, and whether it arrived then cannot be told any more. Look whether it was done, and decide again';

/** Carries a refusal out of a transaction that it ends. */
class RolledBack extends Error {
  readonly refusal: Refusal;
  constructor(refusal: Refusal) {
    super(refusal.message);
    this.refusal = refusal;
  }
}
