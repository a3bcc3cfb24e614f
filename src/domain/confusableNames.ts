/**
 * Whether two names can be taken for each other. After the skeletons of UTS #39 in small: compatibility forms, format characters, accents and case are taken off, and letters
 * of other scripts and digits that look like a Latin letter are folded into it. Two names are one where their skeletons are; a name is never changed by it.
 */

/** What looks like the Latin letter before it: Cyrillic, Greek and Armenian letters, digits and signs, in lower case. */
const lookAlikes: Readonly<Record<string, string>> = {
  a: 'аɑα',
  b: 'ьЬβв',
  c: 'сϲ',
  d: 'ԁ',
  e: 'еєҽ℮ε',
  f: 'ғ',
  g: 'ɡց',
  h: 'һнհ',
  i: 'іιɩıӏ1l|!',
  j: 'јϳ',
  k: 'кκ',
  m: 'м',
  n: 'ոηп',
  o: 'оοօσ0ө',
  p: 'рρ',
  q: 'ԛզ',
  r: 'гᴦ',
  s: 'ѕ5$',
  t: 'тτ',
  u: 'υսц',
  v: 'ѵν',
  w: 'ԝшω',
  x: 'хχ',
  y: 'уүγ',
  z: 'ᴢ2',
};
const folded = new Map(Object.entries(lookAlikes).flatMap(([letter, likes]) => [...likes].map((like) => [like, letter] as const)));
/** Two letters that are read as one. */
const pairs: readonly (readonly [RegExp, string])[] = [
  [/rn/g, 'm'],
  [/vv/g, 'w'],
  [/ci/g, 'd'],
];

/** The form in which names that look alike are equal. Empty for a name of which nothing is seen. */
export function skeletonOf(name: string): string {
  const plain = name
    .normalize('NFKC')
    .replace(/\p{Default_Ignorable_Code_Point}|\p{Cf}|\p{Cc}/gu, '')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase();
  let skeleton = [...plain].map((letter) => folded.get(letter) ?? letter).join('');
  for (const [pair, one] of pairs) skeleton = skeleton.replace(pair, one);
  return skeleton.replace(/[\p{P}\p{S}\p{Z}\s]+/gu, '');
}

/** Whether one name can be taken for the other. */
export function isConfusable(name: string, other: string): boolean {
  return skeletonOf(name) === skeletonOf(other);
}
