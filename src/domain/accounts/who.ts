/**
 * People are identified by account and displayed by name: names are free, change, and may be shared. So everything signed, decided
 * or written carries the account's id beside the name.
 */

/** Id of the platform's own acts that carry a name ('Monthly close'); no account has this id. */
export const platformId = 'platform';

/** Shown for rows written before accounts were recorded, or by a platform that does not send them (D-58). */
export const accountNotRecorded = 'account not recorded';

/** A person in running text: 'Amina Yusuf (usr-demo-auditor)'. States a missing id; without name and id it was the platform itself. */
export function whoLabels(name: string, id: string | null | undefined): string {
  if (name === '' && (id ?? '') === '') return 'the platform';
  return `${name} (${id ?? accountNotRecorded})`;
}
