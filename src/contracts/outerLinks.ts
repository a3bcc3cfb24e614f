import { longestLink } from './links.ts';
import { z } from './zod.ts';

/**
 * Scheme, host with optional port but no user info, and the rest; http only for the browser's own machine, where the demo is served
 * without TLS (D-4).
 */
const outer =
  /^(?:https:\/\/(?:[a-z0-9.-]+|\[[0-9a-f:.]+\])|http:\/\/(?:localhost|127\.0\.0\.1|\[::1\]))(?::\d{1,5})?(?:[/?#][!-[\]-~]*)?$/i;

/** True if a text is the URL of a page elsewhere: https, or http on this machine, and accepted by the URL parser that follows it. */
export const isOuterLink = (text: string): boolean => text.length <= longestLink && outer.test(text) && z.safeParse(z.url(), text).success;

/** True if a text is a valid help link: an https page, or mailto to one address. */
export const isHelpLink = (text: string): boolean => text.length <= longestLink && help.test(text);
const help = /^(?:https:\/\/[a-z0-9.-]+(?::\d{1,5})?(?:[/?#][!-[\]-~]*)?|mailto:[\w.+-]+@[\w.-]+(?:\?[!-~]*)?)$/i;
