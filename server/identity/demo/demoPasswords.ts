import { randomInt } from 'node:crypto';
import { isStrongPassword } from '../../../src/domain/accounts/password.ts';

/**
 * A demo account's password generated for this database. In plain text it exists only in memory until printed; the database stores its
 * hash.
 */
export interface MadePassword {
  readonly email: string;
  readonly password: string;
}

/** Characters that are not confused when read from a terminal. */
const signs = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const groups = 4;
const groupSize = 5;

/** Random password of twenty characters out of fifty-five (115 bits) that satisfies the rules for new passwords. */
export function makePassword(): string {
  for (;;) {
    const group = (): string => Array.from({ length: groupSize }, () => signs[randomInt(signs.length)]).join('');
    const made = Array.from({ length: groups }, group).join('.');
    // About one in a hundred lacks a digit; discarding those costs hardly any entropy.
    if (isStrongPassword(made)) return made;
  }
}

/**
 * Prints the generated passwords at start-up, once, since they are not stored.
 * @param say writes a line; not the log, which is kept and read by others
 */
export function printPasswords(
  made: readonly MadePassword[],
  say: (line: string) => void = (line) => void process.stdout.write(`${line}\n`),
): void {
  if (made.length === 0) return;
  say('');
  say('  The demo’s passwords, made for this database. They are shown now and never again: write them down.');
  for (const { email, password } of made) say(`    ${email.padEnd(26)} ${password}`);
}
