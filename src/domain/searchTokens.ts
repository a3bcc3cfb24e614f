/** Cache of split texts: sites are few and occur in many rows. Bounded, since ids are many and occur once or twice. */
const wordsOf = new Map<string, readonly string[]>();
const maxTexts = 500;
/** Characters of ids; skips the search by Unicode classes, which is ten times slower. */
const plainId = /^[a-z0-9._:-]+$/;

function words(text: string): readonly string[] {
  const known = wordsOf.get(text);
  if (known !== undefined) return known;
  const split = (plainId.test(text) ? text.split(/[._:-]+/) : text.split(/[^\p{L}\p{N}]+/u)).filter((word) => word !== '');
  if (wordsOf.size >= maxTexts) wordsOf.clear();
  wordsOf.set(text, split);
  return split;
}

/**
 * The search words of some texts: lower case, split at anything but letters and digits, unique. An id is split too, as is the typed text.
 */
export function searchTokens(texts: readonly string[]): readonly string[] {
  const tokens = new Set<string>();
  for (const text of texts) {
    const lower = text.toLowerCase().trim();
    if (lower === '') continue;
    for (const word of words(lower)) tokens.add(word);
  }
  return [...tokens];
}

/** The typed text as words that must each begin a token; split like the tokens, so that a name typed as displayed is found. */
export function searchWords(typed: string): readonly string[] {
  return words(typed.toLowerCase());
}
