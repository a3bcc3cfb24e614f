import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { judgePassword, longestPassword } from '../../src/domain/password.ts';

/** scrypt with r 8 and p 3; N comes from the configuration: 2^15 is OWASP's line for these (32 MiB and a tenth of a second a try). */
const r = 8;
const p = 3;
const keyBytes = 32;

/** Passwords are verified two at a time: more would let a flood of guesses take all memory and both cores. */
const atOnce = 2;
const mostWaiting = 100;
let running = 0;
const waiting: (() => void)[] = [];

/** `scrypt$N$r$p$salt$key`, self-describing so that the cost can rise without a migration. */
export async function hashPassword(password: string, cost: number): Promise<string> {
  const salt = randomBytes(16);
  const key = await derive(password, salt, cost, r, p);
  return ['scrypt', cost, r, p, salt.toString('base64url'), key.toString('base64url')].join('$');
}

export type Verdict = 'match' | 'mismatch' | 'busy';

/**
 * Whether the password fits. `stored` null (nobody of that name, or no password) costs the same time and never matches, so that
 * the clock does not tell who has an account.
 */
export async function verifyPassword(password: string, stored: string | null, cost: number): Promise<Verdict> {
  if (waiting.length >= mostWaiting) return 'busy';
  if (running >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve));
  else running += 1;
  try {
    const [, n, storedR, storedP, salt = '', key] = (stored ?? '').split('$');
    // The last of its parts: without it there is no password, whatever else is there.
    if (key === undefined) {
      await derive(password, randomBytes(16), cost, r, p);
      return 'mismatch';
    }
    const derived = await derive(password, Buffer.from(salt, 'base64url'), Number(n), Number(storedR), Number(storedP));
    const expected = Buffer.from(key, 'base64url');
    return derived.length === expected.length && timingSafeEqual(derived, expected) ? 'match' : 'mismatch';
  } finally {
    const next = waiting.shift();
    if (next === undefined) running -= 1;
    else next();
  }
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
