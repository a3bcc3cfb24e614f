import { useLocationProperty } from 'wouter/use-browser-location';
import type { Href } from '../../domain/screens/link.ts';
import { withWords } from './addressWords.ts';

/** The page's query now, without question mark, including the words that a lock keeps out of the address (addressWords.ts). */
export const queryNow = (): string => withWords(location.search, history.state);
/** The same, for a component. */
export const useSearch = (): string => useLocationProperty(queryNow);
/** The same without those words: what the address itself says. */
export const useQuery = (): string => useLocationProperty(() => location.search.slice(1));

/** The page's path now, decoded. */
export const pathNow = (): string => {
  try {
    return decodeURI(location.pathname);
  } catch {
    return location.pathname; // typed with a lone percent sign
  }
};
/** The same, for a component. */
export const usePath = (): string => useLocationProperty(pathNow);

/** Writes a link's history entry; in place of the present one if it is that of something open over the page. */
type Going = (write: (inPlace: boolean) => void) => void;
let going: Going = (write) => write(false);

/** From now on `by` decides (openings.ts, whose code is loaded with the first thing that opens over a page). */
export function decideGoing(by: Going): void {
  going = by;
}

/** Goes to a link. Chosen in a menu, a dialog or the palette it replaces their entry. */
export function navigate(to: Href, { replace = false }: { readonly replace?: boolean } = {}): void {
  going((inPlace) => history[replace || inPlace ? 'replaceState' : 'pushState'](null, '', to));
}
