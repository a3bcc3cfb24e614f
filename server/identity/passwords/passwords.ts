import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { judgePassword, longestPassword } from '../../../src/domain/accounts/password.ts';
import { type Asker, createTurns, type Known } from '../guessing/turns.ts';

/** scrypt with r 8 and p 3; N is configured. OWASP's minimum for these is 2^15 (32 MiB and a tenth of a second per hash). */
const r = 8;
const p = 3;
const keyBytes = 32;

/** At most two hashes at a time, for any purpose: more would let a flood of guesses take all memory and both cores. */
const turns = createTurns({ atOnce: 2, maxStrangers: 100, maxKnown: 100 });

/** The platform itself, when it creates accounts. */
const platformItself: Known = { account: 'the platform' };

/**
 * Hashes a password as `scrypt$N$r$p$salt$key`, which names its parameters, so that the cost can rise without a migration. `by`: the
 * account it is for.
 */
export async function hashPassword(password: string, cost: number, by = platformItself): Promise<string> {
  const salt = randomBytes(16);
  // Never refused: callers have authenticated, or are the platform itself.
  const key = await turns.always(by, () => derive(password, salt, cost, r, p));
  return ['scrypt', cost, r, p, salt.toString('base64url'), key.toString('base64url')].join('$');
}

/** Result of a check; `busy` says nothing about the password. */
export type Verdict = 'match' | 'mismatch' | 'busy';

/**
 * Checks a password. `stored` null (no such account or no password) takes the same time and never matches, so that timing does not reveal
 * accounts. `busy` if the queue is full and it was not checked.
 */
export async function verifyPassword(password: string, stored: string | null, cost: number, by: Asker): Promise<Verdict> {
  const verdict = await turns.run(by, async (): Promise<Verdict> => {
    const [, n, storedR, storedP, salt = '', key] = (stored ?? '').split('$');
    // The key is the last part; without it there is no password, whatever the other parts are.
    if (key === undefined) {
      await derive(password, randomBytes(16), cost, r, p);
      return 'mismatch';
    }
    const derived = await derive(password, Buffer.from(salt, 'base64url'), Number(n), Number(storedR), Number(storedP));
    const expected = Buffer.from(key, 'base64url');
    return derived.length === expected.length && timingSafeEqual(derived, expected) ? 'match' : 'mismatch';
  });
  return verdict ?? 'busy';
}

/** The first unmet rule for new passwords as text, or null (identity document, section 5). */
export function weaknessOf(password: string): string | null {
  if (password.length > longestPassword) return `at most ${longestPassword} characters`;
  return (
    judgePassword(password)
      .find(({ met }) => !met)
      ?.text.toLowerCase() ?? null
  );
}

function derive(password: string, salt: Buffer, cost: number, blockSize: number, parallel: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(
      password.normalize('NFKC'),
      salt,
      keyBytes,
      { N: cost, r: blockSize, p: parallel, maxmem: 256 * cost * blockSize },
      (failure, key) => (failure === null ? resolve(key) : reject(failure)),
    );
  });
}
