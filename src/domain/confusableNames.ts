import { lookAlikeForm } from './lookAlike.ts';

const signs = /[\p{P}\p{Z}\p{Cf}\p{Cc}\p{Default_Ignorable_Code_Point}\u2800]+/gu;

/** The form in which names of people that can be taken for each other are equal: what looks alike, without accents, spaces and punctuation. Empty for a name of which nothing is seen. */
export function skeletonOf(name: string): string {
  const plain = name.normalize('NFKC').normalize('NFD').replace(/\p{M}/gu, '');
  // Signs go before letters are taken for one another, since two that stand beside a sign are neighbours without it; and again after, since what only looks like a sign (U+2212) is one by then.
  let form = plain;
  for (let before = ''; form !== before; ) {
    before = form;
    form = lookAlikeForm(before.replace(signs, ''));
  }
  return form;
}

/** Whether one name can be taken for the other. A name is never changed by it. */
export function isConfusable(name: string, other: string): boolean {
  return skeletonOf(name) === skeletonOf(other);
}
