import { type FreshnessState, isLost } from '../freshness/freshness.ts';
import type { Claim, Judgement, NoLook, UnknownLook, YesLook } from './claim.ts';

/** How claims are made; only for use inside this folder (import rules enforce it), so that every such word is decided and tested here. */

interface More {
  readonly since?: number | null;
  readonly why?: string | null;
  readonly at?: number | null;
}
const told = (word: string, { since = null, why = null, at = null }: More) => ({ word, since, why, at });

/** The claim holds. */
export const yes = (word: string, more: More & { readonly look?: YesLook } = {}): Judgement => ({
  ...told(word, more),
  answer: 'yes',
  look: more.look ?? 'ok',
});
/** The claim does not hold. */
export const no = (word: string, look: NoLook, more: More = {}): Judgement => ({ ...told(word, more), answer: 'no', look });
/** This device cannot tell. */
export const unknown = (word: string, look: UnknownLook = 'unknown', more: More = {}): Judgement => ({
  ...told(word, more),
  answer: 'unknown',
  look,
});

/**
 * What may be said of a state at its age (D-15): the state while current, its past form once that is lost, and 'Halted' while the kill
 * switch is on (D-23), since a verdict would suggest that work goes on. `was`: the past form, if 'Was ' before the word does not fit.
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

/** Creates the function that decides one kind of claim. */
export function decides<Kind extends string, Evidence>(
  kind: Kind,
  judge: (evidence: Evidence) => Judgement,
): (about: string, evidence: Evidence) => Claim<Kind> {
  return (about, evidence) => ({ kind, about, ...judge(evidence) }) as Claim<Kind>;
}
