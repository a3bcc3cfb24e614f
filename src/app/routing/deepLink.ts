import { screenAt } from '../../domain/places.ts';

/** Where a person goes once signed in. */
export const home = '/';

/**
 * A path that somebody asked for, made safe to return to: inside the console, never a way off it (`//host`, `/\host`, a
 * scheme), never one of the doors themselves. Anything else becomes the overview.
 */
export function safeReturnTo(asked: string | null): string {
  if (asked === null || !/^\/(?![/\\])/.test(asked) || hasControl(asked)) return home;
  const url = new URL(asked, 'https://console.invalid');
  if (url.origin !== 'https://console.invalid') return home;
  const id = screenAt(url.pathname);
  if (id === 'login' || id === 'callback' || id === 'unauthorized' || id === 'wall' || url.pathname.startsWith('/auth/')) return home;
  return `${url.pathname}${url.search}${url.hash}`;
}

// Browsers strip tabs and line feeds from URLs, which turns `/\t/host` into a foreign address.
function hasControl(text: string): boolean {
  return [...text].some((character) => character.charCodeAt(0) < 0x20);
}

/** The address of the way in that brings the person back to `path` + `search` afterwards. */
export function loginHref(path: string, search: string): string {
  const back = safeReturnTo(`${path}${search === '' ? '' : `?${search}`}`);
  return back === home ? '/login' : `/login?next=${encodeURIComponent(back)}`;
}
