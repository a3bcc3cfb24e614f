/**
 * Keeps search words and persons' names out of addresses (G-4). The browser records addresses in files that our lock does not encrypt, so
 * with a lock they are kept in `history.state` instead. This is the one place that decides, by parameter name, for every screen;
 * `addressWords.ts` restores them for readers.
 */

/** Parameters of any screen that hold typed text or a person's name. */
const wordParameters: ReadonlySet<string> = new Set(['q', 'who']);

/**
 * Splits an address into itself without words and the words; null if it has none. Words in a nested return address (`next`) are dropped.
 */
export function splitWords(address: string): { readonly address: string; readonly words: string } | null {
  const [head = '', hash] = address.split('#', 2);
  const [path = '', search = ''] = head.split('?', 2);
  const [rest, words] = [new URLSearchParams(), new URLSearchParams()];
  let isSplit = false;
  for (const [name, value] of new URLSearchParams(search)) {
    const inner = name === 'next' ? splitWords(value) : null;
    isSplit ||= inner !== null || wordParameters.has(name);
    (wordParameters.has(name) ? words : rest).append(name, inner?.address ?? value);
  }
  if (!isSplit) return null;
  const plain = rest.toString();
  return { address: `${path}${plain === '' ? '' : `?${plain}`}${hash === undefined ? '' : `#${hash}`}`, words: words.toString() };
}

let isKept: (() => boolean) | null = null;

/** From now on, while `wanted` returns true, no address with words is recorded: neither the present one nor later ones. */
export function keepWordsFromAddress(wanted: () => boolean): void {
  if (isKept === null) {
    for (const way of ['pushState', 'replaceState'] as const) {
      const go = history[way].bind(history);
      history[way] = (state: unknown, unused: string, url?: string | URL | null) => {
        const split = isKept?.() === true && url != null ? splitWords(String(url)) : null;
        if (split === null) return go(state, unused, url);
        const kept = { ...(typeof state === 'object' && state), words: split.words };
        return go(kept, unused, split.address);
      };
    }
  }
  isKept = wanted;
  if (wanted() && splitWords(location.search) !== null)
    history.replaceState(history.state, '', location.pathname + location.search + location.hash);
}
