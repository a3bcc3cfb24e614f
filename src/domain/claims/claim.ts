/** What a claim comes to. `unknown`: nobody has checked, or what was checked no longer says anything about now. */
export type Answer = 'yes' | 'no' | 'unknown';

/** How an answer is drawn. Only a *yes* has the look of success, and no other look is one. */
export type NoLook = 'bad' | 'warn' | 'disputed' | 'info' | 'idle' | 'pending' | 'processing';
export type UnknownLook = 'unknown' | 'pending' | 'processing' | 'info' | 'idle' | 'warn';

interface Told {
  /** The word that is shown, with its shape and colour. */
  readonly word: string;
  /** Since when it is so, epoch milliseconds on the platform's clock; null where that is not known or means nothing. */
  readonly since: number | null;
  /** Why it is not so, or not known, or what it stands on, as a sentence; null where the word says all. */
  readonly why: string | null;
}
export type Judgement =
  | (Told & { readonly answer: 'yes'; readonly look: 'ok' })
  | (Told & { readonly answer: 'no'; readonly look: NoLook })
  | (Told & { readonly answer: 'unknown'; readonly look: UnknownLook });

declare const judged: unique symbol;

/**
 * A word that claims something, as a value (D-69): what is claimed (`kind`) of what (`about`), whether it is so, since when and why. Made by the functions of this folder
 * alone, each of which decides one word from evidence; drawn by the components that take one, with what it is about in the page's own markup.
 */
export type Claim<Kind extends string = string> = Judgement & {
  readonly kind: Kind;
  readonly about: string;
  readonly [judged]: true;
};
