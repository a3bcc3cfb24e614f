import { isInnerLink } from '../../contracts/links.ts';
import { screenAt } from '../../domain/places.ts';

/** Where a person goes once signed in. */
export const home = '/';

/**
 * A path that somebody asked for, made safe to return to: inside the console, never a way off it (`//host`, `/\host`, a
 * scheme), never one of the doors themselves. Anything else becomes the overview.
 */
export function safeReturnTo(asked: string | null): string {
  if (asked === null || !asked.startsWith('/') || !URL.canParse(asked, nowhere)) return home;
  const { origin, pathname, search, hash } = new URL(asked, nowhere);
  // Judged as it is once resolved: the parser strips tabs and line feeds, and a path that was turned round with dots may begin with two slashes.
  const back = `${pathname}${search}${hash}`;
  if (origin !== nowhere || !isInnerLink(back)) return home;
  const id = screenAt(pathname);
  return id === 'login' || id === 'callback' || id === 'unauthorized' || id === 'wall' || pathname.startsWith('/auth/') ? home : back;
}
const nowhere = 'https://console.invalid';

/** The address of the way in that brings the person back to `path` + `search` afterwards. */
export function loginHref(path: string, search: string): string {
  const back = safeReturnTo(`${path}${search === '' ? '' : `?${search}`}`);
  return back === home ? '/login' : `/login?next=${encodeURIComponent(back)}`;
}
