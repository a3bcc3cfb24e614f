/** Words of texts seen before: sites are few and each has many rows. Bounded: ids are many, and each is seen once or twice. */
const wordsOf = new Map<string, readonly string[]>();
const mostTexts = 500;
/** What ids are made of. It spares them the search by Unicode's classes, which is ten times as dear. */
const plainId = /^[a-z0-9._:-]+$/;

function words(text: string): readonly string[] {
  const known = wordsOf.get(text);
  if (known !== undefined) return known;
  const split = (plainId.test(text) ? text.split(/[._:-]+/) : text.split(/[^\p{L}\p{N}]+/u)).filter((word) => word !== '');
  if (wordsOf.size >= mostTexts) wordsOf.clear();
  wordsOf.set(text, split);
  return split;
}

/** Words of some texts as a search finds them: lower case, split at anything but letters and digits, each once. A whole id is no word: what is
 * typed is split in the same places. */
export function searchTokens(texts: readonly string[]): readonly string[] {
  const tokens = new Set<string>();
  for (const text of texts) {
    const lower = text.toLowerCase().trim();
    if (lower === '') continue;
    for (const word of words(lower)) tokens.add(word);
  }
  return [...tokens];
}

/** What a person typed, as words that must each begin a token. Split where tokens are split, so that a name found on the screen is found when typed. */
export function searchWords(typed: string): readonly string[] {
  return words(typed.toLowerCase());
}
