/** The search part of an address, without its question mark, with the words that stand in the state beside it (wordsFromAddress.ts). */
export function withWords(search: string, state: unknown): string {
  const words = typeof state === 'object' && state !== null && 'words' in state ? String(state.words) : '';
  const plain = search.replace(/^\?/, '');
  return words === '' || plain === '' ? `${plain}${words}` : `${plain}&${words}`;
}
