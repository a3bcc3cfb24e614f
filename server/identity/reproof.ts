import type { Platform } from '../context.ts';
import { type Refusal, refuse } from '../http/problem.ts';
import { createAttempts } from './attempts.ts';
import { bucketOfReproof } from './buckets.ts';
import { verifyPassword } from './passwords.ts';
import { isBarredAsPublished } from './publishedPassword.ts';

/** What is told of a wrong current password: a field of a form, not the end of the session. */
export const wrongPassword = 'The current password is not right';

/**
 * Whether whoever holds the session knows the account's password: asked for before a password or an address is changed. Counted and slowed like signing in, since a session
 * that was left open must not become a way to guess it.
 * @param forwarded whether the call was handed on by a proxy (`isForwarded`): a published password proves nothing there
 */
export async function proveAgain(
  platform: Platform,
  account: { readonly account_id: string; readonly password: string | null },
  given: string,
  forwarded: boolean,
): Promise<Refusal | null> {
  const { config } = platform;
  const attempts = createAttempts(platform);
  const buckets = bucketOfReproof(account.account_id);
  const waitMs = await attempts.take(buckets);
  if (waitMs !== null) return refuse('rate_limited', undefined, waitMs);
  // Of a session: it stands before all strangers, and behind no other account (G-6).
  const verdict = await verifyPassword(given, account.password, config.passwordCost, { account: account.account_id });
  if (verdict === 'busy') {
    await attempts.takenBack(buckets);
    return refuse('unavailable', undefined, 2000);
  }
  if (verdict !== 'match' || isBarredAsPublished(config, given, forwarded)) return refuse('forbidden', wrongPassword);
  await attempts.succeeded(buckets);
  return null;
}
