import type { Platform } from '../../context.ts';
import { type Refusal, refuse } from '../../http/problem.ts';
import { createAttempts } from '../guessing/attempts.ts';
import { reauthenticationBucket } from '../guessing/buckets.ts';
import { verifyPassword } from '../passwords/passwords.ts';
import { isRefusedAsPublished } from '../passwords/publishedPassword.ts';

/** Message for a wrong current password: shown at the form's field, does not end the session. */
export const wrongPassword = 'The current password is not right';

/**
 * Checks the account's password again within a session, before a password or address changes. Limited like sign-in, so that an open
 * session cannot guess the password. Null if right.
 * @param forwarded whether a proxy forwarded the call (`isForwarded`); the published password is not accepted then
 */
export async function proveAgain(
  platform: Platform,
  account: { readonly account_id: string; readonly password: string | null },
  given: string,
  forwarded: boolean,
): Promise<Refusal | null> {
  const { config } = platform;
  const attempts = createAttempts(platform);
  const buckets = reauthenticationBucket(account.account_id);
  const waitMs = await attempts.take(buckets);
  if (waitMs !== null) return refuse('rate_limited', undefined, waitMs);
  // With a session, so the hash goes before those of all unknown callers, and one account does not hold up another (G-6).
  const verdict = await verifyPassword(given, account.password, config.passwordCost, { account: account.account_id });
  if (verdict === 'busy') {
    await attempts.takenBack(buckets);
    return refuse('unavailable', undefined, 2000);
  }
  if (verdict !== 'match' || isRefusedAsPublished(config, given, forwarded)) return refuse('forbidden', wrongPassword);
  await attempts.succeeded(buckets);
  return null;
}
