/** The query part of an address, without its question mark, completed with the words stored in the history state (wordsFromAddress.ts). */
export function withWords(search: string, state: unknown): string {
  const words = typeof state === 'object' && state !== null && 'words' in state ? String(state.words ?? '') : '';
  const plain = search.replace(/^\?/, '');
  return words === '' || plain === '' ? `${plain}${words}` : `${plain}&${words}`;
}
