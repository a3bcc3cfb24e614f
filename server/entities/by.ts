import { whoWords } from '../../src/domain/who.ts';

/** Who does something: the account, and the name it has then. */
export interface By {
  readonly id: string;
  readonly name: string;
}

/** Them in a text that is kept: a name alone could be anybody's. */
export function wordsFor({ id, name }: By): string {
  return whoWords(name, id);
}
