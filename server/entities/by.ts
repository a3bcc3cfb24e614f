import { whoLabels } from '../../src/domain/accounts/who.ts';
import type { Decider } from '../../src/domain/commands/row.ts';

/** The person who acts: account id, and the name at that time. */
export interface By {
  readonly id: string;
  readonly name: string;
}

/** The person who decides a command, with their rights. */
export type Person = By & Decider;

/** The person of a session. */
export function personOf({ user, permissions }: { readonly user: By } & Pick<Decider, 'permissions'>): Person {
  return { id: user.id, name: user.name, permissions };
}

/** The person as shown in a stored text: with the id, since a name alone is ambiguous. */
export function wordsFor({ id, name }: By): string {
  return whoLabels(name, id);
}
