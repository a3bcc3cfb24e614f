import { isInnerLink } from '../../contracts/links.ts';
import { screenAt } from '../places.ts';
import { type ScreenId, screens } from './screens.ts';

declare const checked: unique symbol;
/** A link inside the console: written by `href` or `screenHref`, or received and checked by `receivedHref`. Links take nothing else, so no path is typed by hand. */
export type Href = string & { readonly [checked]: 'href' };

/** The link to a screen as it opens. */
export const screenHref = (id: ScreenId): Href => at(screens[id].path, '');

/** A path of the screen table with a query. */
export function at(path: string, query: string): Href {
  return (query === '' ? path : `${path}?${query}`) as Href; // one of the two places that make one
}

/** A text that is a path inside the console; null if it is none. */
export const innerHref = (text: string): Href | null => (isInnerLink(text) ? (text as Href) : null); // checked

/** A link that the platform sent or stored, whatever it is: null if it does not lead to a screen of this build. */
export function receivedHref(link: string | null): Href | null {
  return link === null || screenAt(pathOf(link)) === null ? null : innerHref(link);
}

/** The path of a link, without its query. */
export const pathOf = (link: string): string => link.replace(/[?#].*$/, '');
