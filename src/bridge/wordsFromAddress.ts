/**
 * Search words and persons' names in an address (G-4). An address is noted by the browser, in files that no lock of ours seals, so with a lock set up they stand in `history.state`
 * instead: this is the one place that decides, by a parameter's name, whatever screen writes it; `addressWords.ts` puts them back for who reads.
 */

/** Parameters of any screen's address that hold what somebody typed, or a person's name. */
const wordParameters: ReadonlySet<string> = new Set(['q', 'who']);

/** An address without its words, and these. Null where it has none. What an address leads back to after signing in loses its words: it is an address too. */
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

/** From now on, while `wanted` says so, no address is noted with words in it: neither the one that stands there nor one that is gone to. */
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
