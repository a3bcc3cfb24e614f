import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { judgePassword, longestPassword } from '../../src/domain/password.ts';
import { type Asker, createTurns, type Known } from './turns.ts';

/** scrypt with r 8 and p 3; N comes from the configuration: 2^15 is OWASP's line for these (32 MiB and a tenth of a second a try). */
const r = 8;
const p = 3;
const keyBytes = 32;

/** Passwords are hashed two at a time, whatever for: more would let a flood of guesses take all memory and both cores. */
const turns = createTurns({ atOnce: 2, mostStrangers: 100, mostKnown: 100 });

/** The platform itself, which makes accounts. */
const platformItself: Known = { account: 'the platform' };

/** `scrypt$N$r$p$salt$key`, self-describing so that the cost can rise without a migration. `by`: whose it is, where somebody asks for it. */
export async function hashPassword(password: string, cost: number, by = platformItself): Promise<string> {
  const salt = randomBytes(16);
  // Only ever for somebody who has proved who they are, or for the platform itself: never refused.
  const key = await turns.always(by, () => derive(password, salt, cost, r, p));
  return ['scrypt', cost, r, p, salt.toString('base64url'), key.toString('base64url')].join('$');
}

export type Verdict = 'match' | 'mismatch' | 'busy';

/**
 * Whether the password fits. `stored` null (nobody of that name, or no password) costs the same time and never matches, so that
 * the clock does not tell who has an account. `busy` where there is no place to wait: it was not looked at.
 */
export async function verifyPassword(password: string, stored: string | null, cost: number, by: Asker): Promise<Verdict> {
  const verdict = await turns.run(by, async (): Promise<Verdict> => {
    const [, n, storedR, storedP, salt = '', key] = (stored ?? '').split('$');
    // The last of its parts: without it there is no password, whatever else is there.
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

/** What is missing in a new password, in words, or null (identity document, section 5). */
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
