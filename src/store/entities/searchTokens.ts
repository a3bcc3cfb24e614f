/** Words of some texts as a search finds them: lower case, split at anything but letters and digits, with the whole ids
 * too, each once. */
export function searchTokens(texts: readonly string[]): readonly string[] {
  const tokens = new Set<string>();
  for (const text of texts) {
    const lower = text.toLowerCase().trim();
    if (lower === '') continue;
    if (!lower.includes(' ')) tokens.add(lower);
    for (const word of lower.split(/[^\p{L}\p{N}]+/u)) if (word !== '') tokens.add(word);
  }
  return [...tokens];
}

/** What a person typed, as words that must each begin a token. Split where tokens are split, so that a name found on the screen is found when typed. */
export function searchWords(typed: string): readonly string[] {
  return typed
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}
