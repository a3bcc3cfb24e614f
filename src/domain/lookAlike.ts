/**
 * What a person takes for the same text, as one form: two texts of one form look alike in most faces, or are one name where letters' case does not count.
 * Compatibility forms (NFKC), characters that show nothing, capitals, letters of other alphabets that are drawn as Latin ones, and digits that are. A
 * help for the eye, not a proof: what it misses it misses, and it refuses nothing.
 */
export function lookAlikeForm(text: string): string {
  // Nearly all names: nothing of other alphabets in them, and ten thousand of them in one pack.
  if (/^[ -~]*$/.test(text)) return joined(text.toLowerCase().replace(/[i1|]/g, 'l').replaceAll('0', 'o').replaceAll('`', "'"));
  let form = '';
  for (const sign of text.normalize('NFKC').replace(unseen, ''))
    form += twins.get(sign) ?? twins.get(sign.toLowerCase()) ?? sign.toLowerCase();
  return joined(form);
}

/** Two letters that are drawn as one, and spaces as one. */
function joined(form: string): string {
  return form.replaceAll('rn', 'm').replaceAll('vv', 'w').replace(/\s+/gu, ' ').trim();
}

/** Format characters and what else takes no room. */
const unseen = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;

/** Each Latin letter with what is drawn like it; capitals apart where the small letter is drawn otherwise. */
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
