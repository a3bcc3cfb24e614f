import { at, type Href, innerHref, screenHref } from '../../domain/screens/link.ts';
import { screenAt } from '../../domain/places.ts';

/** Default page after signing in. */
export const home = screenHref('overview');

/**
 * Makes a requested return path safe: inside the console, never away from it (`//host`, `/\host`, a scheme), and never a sign-in page
 * itself. Anything else becomes the overview.
 */
export function safeReturnTo(asked: string | null): Href {
  if (asked === null || !asked.startsWith('/') || !URL.canParse(asked, nowhere)) return home;
  const { origin, pathname, search, hash } = new URL(asked, nowhere);
  // Judged after resolution: the parser strips tabs and line feeds, and a path with dot segments may resolve to one with two leading
  // slashes.
  const back = innerHref(`${pathname}${search}${hash}`);
  if (origin !== nowhere || back === null) return home;
  const id = screenAt(pathname);
  return id === 'login' || id === 'callback' || id === 'unauthorized' || id === 'wall' || pathname.startsWith('/auth/') ? home : back;
}
const nowhere = 'https://console.invalid';

/** The sign-in address that leads back to `path` + `search` afterwards. */
export function loginHref(path: string, search: string): Href {
  const back = safeReturnTo(`${path}${search === '' ? '' : `?${search}`}`);
  return at(screenHref('login'), back === home ? '' : `next=${encodeURIComponent(back)}`);
}
