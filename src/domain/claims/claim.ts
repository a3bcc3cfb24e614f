/** What a claim comes to. `unknown`: nobody has checked, or what was checked no longer says anything about now. */
export type Answer = 'yes' | 'no' | 'unknown';

/** How an answer is drawn. Only a *yes* has a look of success: `ok`, `live` where something is heard of as it happens, `hourglass` where that takes long. */
export type YesLook = 'ok' | 'live' | 'hourglass';
export type NoLook = 'bad' | 'warn' | 'disputed' | 'info' | 'idle' | 'pending' | 'processing' | 'offline';
export type UnknownLook = 'unknown' | 'pending' | 'processing' | 'info' | 'idle' | 'warn' | 'halted' | 'hourglass' | 'offline';

interface Told {
  /** The word that is shown, with its shape and colour. */
  readonly word: string;
  /** Since when it is so, epoch milliseconds on the platform's clock; null where that is not known or means nothing. */
  readonly since: number | null;
  /** Why it is not so, or not known, or what it stands on, as a sentence; null where the word says all. */
  readonly why: string | null;
  /** Up to when its evidence is known, epoch milliseconds on the platform's clock; null where it is about this device now, or its panel says how old all of it is. */
  readonly at: number | null;
}
export type Judgement =
  | (Told & { readonly answer: 'yes'; readonly look: YesLook })
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
