import type { StrangerAct } from '../audit/strangers.ts';
import type { Platform } from '../context.ts';

/** A try to sign in that came to nothing. */
export interface FailedTry {
  /** Refused before it was looked at, or looked at and wrong. */
  readonly outcome: 'refused' | 'failed';
  /** A code for the record; whoever tried is told the same for all. */
  readonly why: string;
  readonly by: 'password' | 'passkey' | 'code';
  readonly ip: string;
  readonly correlationId: string;
}

/**
 * Counts it, and puts it on record where the account's owner sees it: nobody is known yet, so the account is what was aimed at. One that was refused since there were too many has no line
 * of its own, or whoever tries on would fill the record.
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
    // A password is the usual way: only another is named.
    details: by === 'password' ? { why } : { why, by },
  };
  if (outcome === 'refused') strangers.sum(act);
  else await strangers.note(act);
}
