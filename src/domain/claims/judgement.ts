import { type FreshnessState, isLost } from '../freshness.ts';
import type { Claim, Judgement, NoLook, UnknownLook, YesLook } from './claim.ts';

/** How claims are made: of use inside this folder alone, which the import rules hold. A word decided anywhere else would be one that nobody tries to make lie. */

interface More {
  readonly since?: number | null;
  readonly why?: string | null;
  readonly at?: number | null;
}
const told = (word: string, { since = null, why = null, at = null }: More) => ({ word, since, why, at });

/** It is so. */
export const yes = (word: string, more: More & { readonly look?: YesLook } = {}): Judgement => ({
  ...told(word, more),
  answer: 'yes',
  look: more.look ?? 'ok',
});
/** It is not so. */
export const no = (word: string, look: NoLook, more: More = {}): Judgement => ({ ...told(word, more), answer: 'no', look });
/** Nobody here can say. */
export const unknown = (word: string, look: UnknownLook = 'unknown', more: More = {}): Judgement => ({
  ...told(word, more),
  answer: 'unknown',
  look,
});

/**
 * What may be said of a state at its age (D-15): the state, what it was once nobody knows any more, and that its work is halted, whatever it was (D-23): a verdict over
 * work that stands still would say that it goes on. `was`: the words for the past, where 'Was ' before the word is not how one says it.
 */
export function atAge(
  freshness: FreshnessState,
  now: Judgement,
  was = `Was ${now.word.charAt(0).toLowerCase()}${now.word.slice(1)}`,
): Judgement {
  if (freshness.kind === 'never') return unknown('Not known');
  const { at } = freshness;
  if (freshness.kind === 'halted') return unknown('Halted', 'halted', { at });
  return isLost(freshness) ? unknown(was, 'unknown', { at }) : { ...now, at };
}

/** Makes the function that decides one kind of claim. */
export function decides<Kind extends string, Evidence>(
  kind: Kind,
  judge: (evidence: Evidence) => Judgement,
): (about: string, evidence: Evidence) => Claim<Kind> {
  return (about, evidence) => ({ kind, about, ...judge(evidence) }) as Claim<Kind>;
}
