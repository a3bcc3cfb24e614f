import { lookAlikeForm } from './lookAlike.ts';

const signs = /[\p{P}\p{Z}\p{Cf}\p{Cc}\p{Default_Ignorable_Code_Point}\u2800]+/gu;

/**
 * Canonical form in which confusable names of people are equal: look-alike characters, accents, spaces and punctuation are
 * normalised. Empty for a name without visible characters.
 */
export function skeletonOf(name: string): string {
  const plain = name.normalize('NFKC').normalize('NFD').replace(/\p{M}/gu, '');
  // Removes signs first, because letters separated by a sign become neighbours; repeats, because some characters become signs only after
  // the look-alike step (U+2212).
  let form = plain;
  for (let before = ''; form !== before; ) {
    before = form;
    form = lookAlikeForm(before.replace(signs, ''));
  }
  return form;
}

/** True if one name can be mistaken for the other. Names themselves are never changed. */
export function isConfusable(name: string, other: string): boolean {
  return skeletonOf(name) === skeletonOf(other);
}
