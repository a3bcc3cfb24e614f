/** The result of a claim. `unknown`: not checked, or the check says nothing about the present. */
export type Answer = 'yes' | 'no' | 'unknown';

/** How an answer is drawn. Only a *yes* looks like success: `ok`, `live` for data heard as it happens, `hourglass` if that is slow. */
export type YesLook = 'ok' | 'live' | 'hourglass';
/** How a *no* is drawn: bad news, or merely not the case. */
export type NoLook = 'bad' | 'warn' | 'disputed' | 'info' | 'idle' | 'pending' | 'processing' | 'offline';
/** How an *unknown* is drawn: waiting, halted, out of reach, or merely unknown. */
export type UnknownLook = 'unknown' | 'pending' | 'processing' | 'info' | 'idle' | 'warn' | 'halted' | 'hourglass' | 'offline';

interface Told {
  /** The displayed word; drawn with its shape and colour. */
  readonly word: string;
  /** Since when it holds, epoch milliseconds on the platform's clock; null if unknown or meaningless. */
  readonly since: number | null;
  /** Why it does not hold, is unknown, or what it rests on, as a sentence; null if the word suffices. */
  readonly why: string | null;
  /** Time of its evidence, epoch milliseconds on the platform's clock; null if it concerns this device now, or its panel shows the age. */
  readonly at: number | null;
}
/** A word with its answer and look. */
export type Judgement =
  | (Told & { readonly answer: 'yes'; readonly look: YesLook })
  | (Told & { readonly answer: 'no'; readonly look: NoLook })
  | (Told & { readonly answer: 'unknown'; readonly look: UnknownLook });

declare const judged: unique symbol;

/**
 * A word that asserts something, as a value (D-69): what is claimed (`kind`) about what (`about`), whether it holds, since when and why.
 * Only the functions of this folder create claims, each deciding one word from evidence; components that take a claim draw it, with
 * `about` in the markup.
 */
export type Claim<Kind extends string = string> = Judgement & {
  readonly kind: Kind;
  readonly about: string;
  readonly [judged]: true;
};
