import type { Claim, Judgement, NoLook, UnknownLook } from './claim.ts';

/** How claims are made: of use inside this folder alone, which the import rules hold. A word decided anywhere else would be one that nobody tries to make lie. */

interface More {
  readonly since?: number | null;
  readonly why?: string | null;
}
const told = (word: string, { since = null, why = null }: More) => ({ word, since, why });

/** It is so. */
export const yes = (word: string, more: More = {}): Judgement => ({ ...told(word, more), answer: 'yes', look: 'ok' });
/** It is not so. */
export const no = (word: string, look: NoLook, more: More = {}): Judgement => ({ ...told(word, more), answer: 'no', look });
/** Nobody here can say. */
export const unknown = (word: string, look: UnknownLook = 'unknown', more: More = {}): Judgement => ({
  ...told(word, more),
  answer: 'unknown',
  look,
});

/** Makes the function that decides one kind of claim. */
export function decides<Kind extends string, Evidence>(
  kind: Kind,
  judge: (evidence: Evidence) => Judgement,
): (about: string, evidence: Evidence) => Claim<Kind> {
  return (about, evidence) => ({ kind, about, ...judge(evidence) }) as Claim<Kind>;
}
