import { whoLabels } from '../../src/domain/accounts/who.ts';

/** The person who acts: account id, and the name at that time. */
export interface By {
  readonly id: string;
  readonly name: string;
}

/** The person as shown in a stored text: with the id, since a name alone is ambiguous. */
export function wordsFor({ id, name }: By): string {
  return whoLabels(name, id);
}
