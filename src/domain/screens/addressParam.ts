/**
 * One parameter of a screen's address (D-42), as data: `queryOf` writes it, `readAddress` reads it, which is not needed before the first
 * figures.
 */
export interface Param<Value> {
  /** What an address says that does not name it. It is never written. */
  readonly usual: Value;
  /** What is read: a search; an id; the page of a list, counted from 1; or one of `words`. Otherwise any word. */
  readonly is?: 'text' | 'id' | 'page';
  /** The words that it may be, with spaces between. */
  readonly words?: string;
  /** Its name in addresses if that is not its name in the table. */
  readonly as?: string;
  /** Names in older links, which are read for good. */
  readonly was?: readonly string[];
  /** Opens something over the screen: setting it adds a history entry, which Back leaves. Otherwise a change replaces the entry. */
  readonly push?: true;
  /** Neither a filter nor open over the screen: no part of a saved view. */
  readonly passing?: true;
}

type More = Pick<Param<unknown>, 'as' | 'was' | 'push' | 'passing'>;

/** Typed text: a search. Nothing is the empty text. */
export const text = (more?: More): Param<string> => ({ usual: '', is: 'text', ...more });

/** Any word; null for none. */
export const word = (more?: More): Param<string | null> => ({ usual: null, ...more });

/** The id of something to filter by; null for none. */
export const id: Param<string | null> = { usual: null, is: 'id' };

/** The record that is open beside its list: called `open` on every screen. */
export const opened = (...was: readonly string[]): Param<string | null> => ({ usual: null, push: true, was });

type Words<Text extends string> = Text extends `${infer First} ${infer Rest}` ? First | Words<Rest> : Text;

/** One of some words; the first of the two is for an address that names none of them. */
export const oneOf = <const Usual extends string | null, const Text extends string>(
  usual: Usual,
  words: Text,
  more?: More,
): Param<Usual | Words<Text>> => ({ usual, words, ...more });

/** The page of a list. */
export const pageNumber: Param<number> = { usual: 1, is: 'page', passing: true };
