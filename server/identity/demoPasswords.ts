import { randomInt } from 'node:crypto';
import { isStrongPassword } from '../../src/domain/password.ts';

/** A demo account's password as it was made for this very database. It is in memory until it is printed, and kept as a hash alone. */
export interface MadePassword {
  readonly email: string;
  readonly password: string;
}

/** Signs that are not taken for each other when they are read off a terminal. */
const signs = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const groups = 4;
const groupSize = 5;

/** A password that nobody can guess (twenty signs of fifty-five: 115 bits) and that keeps the rules for new ones. */
export function makePassword(): string {
  for (;;) {
    const group = (): string => Array.from({ length: groupSize }, () => signs[randomInt(signs.length)]).join('');
    const made = Array.from({ length: groups }, group).join('.');
    // One in a hundred or so lacks a digit: what it leaves out is no more than that.
    if (isStrongPassword(made)) return made;
  }
}

/**
 * Says them where the platform greets, once, since nothing keeps them.
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
