/**
 * A person is told by the account and called by the name: names are free and change, and two people may choose one. So whatever is signed, decided or
 * written carries the account's id beside the name, and never one in place of the other.
 */

/** What stands in an id's place for the platform's own acts that carry a name ('Monthly close'): no account has this id. */
export const platformId = 'platform';

/** What is said where a row was written before accounts were recorded, or by a platform that does not tell them (D-58). */
export const accountNotRecorded = 'account not recorded';

/** Somebody in running text: 'Amina Yusuf (usr-demo-auditor)'. Without an id it says so; without a name it was the platform itself. */
export function whoWords(name: string, id: string | null | undefined): string {
  if (name === '' && (id ?? '') === '') return 'the platform';
  return `${name} (${id ?? accountNotRecorded})`;
}
