import { z } from './zod.ts';

/**
 * The rule for links (G-14), used where links are received, stored or drawn. An inner link is a path inside the console, an outer link a
 * page elsewhere. Both are visible ASCII without characters that URL parsers strip (tab, line feed) or treat as a slash (`\`). The rule
 * for outer links is in outerLinks.ts, because the first page does not need it.
 */

/** Maximum link length, characters. */
export const longestLink = 2048;

/**
 * One leading slash, no empty segments, then any `?` or `#` part: such a text cannot lead to another host, nor to a path that does after
 * resolution.
 */
const inner = /^(?:\/|(?:\/[!"$-.0->@-[\]-~]+)+\/?)(?:[?#][!-~]*)?$/;
/**
 * True if a text is a path inside the console, with or without a query: on any origin it stays on that origin, and it begins with exactly
 * one slash before and after resolution.
 */
export const isInnerLink = (text: string): boolean => text.length <= longestLink && inner.test(text);

/*
 * The schemas of drawn links accept any text; the registered pattern only documents what the platform promises. A console that receives a
 * bad link shows it as text and keeps the row, while the platform does not serve such a row (strayLinks.ts).
 */
/** A path inside the console, drawn as a link. */
export const innerLinkSchema = z.string().register(z.globalRegistry, { pattern: String.raw`^\/[^/\\]` });
/** A page elsewhere, or a console page by its absolute URL, drawn as a link. */
export const outerLinkSchema = z.string().register(z.globalRegistry, { format: 'uri' });
