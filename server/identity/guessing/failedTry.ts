import type { StrangerAct } from '../../audit/anonymousCallers.ts';
import type { Platform } from '../../context.ts';

/** A failed sign-in attempt. */
export interface FailedTry {
  /** `refused`: by a rate limit, before it was checked. `failed`: checked and wrong. */
  readonly outcome: 'refused' | 'failed';
  /** Reason code for the record; the caller gets the same answer for all. */
  readonly why: string;
  readonly by: 'password' | 'passkey' | 'code';
  readonly ip: string;
  readonly correlationId: string;
}

/**
 * Counts the attempt and puts it on record under the account it aimed at, where its owner sees it. Rate-limited ones are only summed up,
 * or repeated attempts would fill the record.
 */
export async function recordFailedTry(
  { strangers, metrics }: Pick<Platform, 'strangers' | 'metrics'>,
  account: { readonly account_id: string; readonly tenant_id: string } | undefined,
  { outcome, why, by, ip, correlationId }: FailedTry,
): Promise<void> {
  metrics.count('ukweli_sign_ins_total', { outcome: why });
  const act: StrangerAct = {
    tenantId: account?.tenant_id ?? '',
    action: 'session.create',
    target: account?.account_id ?? 'unknown account',
    outcome,
    correlationId,
    ip,
    // Password is the default; only other methods are named.
    details: by === 'password' ? { why } : { why, by },
  };
  if (outcome === 'refused') strangers.sum(act);
  else await strangers.note(act);
}
