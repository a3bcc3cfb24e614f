/**
 * Requirements of a new password (identity document, section 5): the same rules in the console, which shows them, and on the platform,
 * which enforces them.
 */

/** One rule, with the text shown beside its tick. */
export interface PasswordRule {
  readonly id: 'length' | 'upper' | 'lower' | 'digit' | 'special';
  readonly text: string;
}

const special = '!@#$%^&*(),.?":{}|<>';
/** Maximum length; longer input only costs the platform work. */
export const longestPassword = 1024;

const rules: readonly (PasswordRule & { readonly holds: (password: string) => boolean })[] = [
  { id: 'length', text: 'At least 8 characters', holds: (password) => [...password].length >= 8 },
  { id: 'upper', text: 'One uppercase letter', holds: (password) => /\p{Lu}/u.test(password) },
  { id: 'lower', text: 'One lowercase letter', holds: (password) => /\p{Ll}/u.test(password) },
  { id: 'digit', text: 'One number', holds: (password) => /\d/.test(password) },
  { id: 'special', text: `One special character (${special})`, holds: (password) => [...password].some((sign) => special.includes(sign)) },
];

/** Every rule and whether `password` meets it, in display order. */
export function judgePassword(password: string): readonly (PasswordRule & { readonly met: boolean })[] {
  return rules.map(({ id, text, holds }) => ({ id, text, met: holds(password) }));
}

/** True if the password may be used. */
export function isStrongPassword(password: string): boolean {
  return password.length <= longestPassword && rules.every(({ holds }) => holds(password));
}
