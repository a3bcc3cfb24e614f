/**
 * Canonical form of text that people may confuse: two texts with the same form look alike in most fonts, or differ only in case. Applies
 * compatibility forms (NFKC), removes invisible characters, and maps capitals and look-alike letters and digits of other alphabets to
 * Latin. An aid for the eye, not a proof: it is incomplete and refuses nothing.
 */
export function lookAlikeForm(text: string): string {
  // Fast path for ASCII: nearly all names, and one pack may have ten thousand of them.
  if (/^[ -~]*$/.test(text)) return joined(text.toLowerCase().replace(/[i1|]/g, 'l').replaceAll('0', 'o').replaceAll('`', "'"));
  let form = '';
  for (const sign of text.normalize('NFKC').replace(unseen, ''))
    form += twins.get(sign) ?? twins.get(sign.toLowerCase()) ?? sign.toLowerCase();
  return joined(form);
}

/** Merges letter pairs that look like one letter, and runs of spaces. */
function joined(form: string): string {
  return form.replaceAll('rn', 'm').replaceAll('vv', 'w').replace(/\s+/gu, ' ').trim();
}

/** Format characters and others without width. */
const unseen = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;

/** Each Latin letter with its look-alikes; capitals separately if the small letter looks different. */
const drawnAs: Readonly<Record<string, string>> = {
  a: 'аαɑᴀꭺ',
  b: 'ВΒʙƄ',
  c: 'сϲᴄ',
  d: 'ԁᴅđ',
  e: 'еєᴇҽε',
  g: 'ɡցɢ',
  h: 'һНΗհʜħ',
  j: 'јϳյᴊ',
  k: 'КкΚκᴋƙ',
  l: 'iI1|іІıΙιӏӀɩɪⅼłʟ',
  m: 'МΜᴍ',
  n: 'Νոռɴη',
  o: '0оοσօᴏøө',
  p: 'рρᴘþ',
  q: 'ԛգ',
  s: 'ѕꜱƽ',
  t: 'ТтΤτᴛŧ',
  u: 'υսᴜʋ',
  v: 'νѵᴠ',
  w: 'ԝωᴡɯѡա',
  x: 'хχ',
  y: 'уγʏүყ',
  z: 'Ζᴢʐ',
  '-': '‐‑‒–—―−',
  "'": '’‘`´',
};
const twins = new Map(Object.entries(drawnAs).flatMap(([letter, signs]) => [...signs].map((sign) => [sign, letter] as const)));
