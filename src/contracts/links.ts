import { z } from './zod.ts';

/**
 * The one rule of what a link may be (G-14), for whoever takes one in, keeps one or draws one. An inner link leads to a place of the console, an outer one to a page elsewhere. Both are visible
 * ASCII, since an address is written so, and what a parser strips (tab, line feed) or takes for a slash (`\`) has no place in one. Those that lead elsewhere are judged in outerLinks.ts: the first figures know none.
 */

/** Longest link, characters. */
export const longestLink = 2048;

/** One slash, parts without an empty one between them, and whatever after `?` or `#`: no such text leads to another host, nor to a path that does once it is resolved. */
const inner = /^(?:\/|(?:\/[!"$-.0->@-[\]-~]+)+\/?)(?:[?#][!-~]*)?$/;
/** Whether a text is a path inside the console, with or without a query: under any origin it leads to that origin, and begins with exactly one slash before and after it is resolved. */
export const isInnerLink = (text: string): boolean => text.length <= longestLink && inner.test(text);

/*
 * Links that are drawn are told apart from their shape: as shapes they are texts, and on the wire described by what the platform promises. So a console that is sent another one draws it as text
 * and loses no row, and a platform serves no row with one (strayLinks.ts).
 */
/** A path inside the console, drawn as a link. */
export const innerLinkSchema = z.string().register(z.globalRegistry, { pattern: String.raw`^\/[^/\\]` });
/** A page elsewhere, or one of the console by its whole address, drawn as a link. */
export const outerLinkSchema = z.string().register(z.globalRegistry, { format: 'uri' });
