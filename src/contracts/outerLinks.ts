import { longestLink } from './links.ts';
import { z } from './zod.ts';

/** A scheme, a host with its port and nobody's name before it, and the rest; http for a browser's own machine alone, where the demo is served without TLS (D-4). */
const outer =
  /^(?:https:\/\/(?:[a-z0-9.-]+|\[[0-9a-f:.]+\])|http:\/\/(?:localhost|127\.0\.0\.1|\[::1\]))(?::\d{1,5})?(?:[/?#][!-[\]-~]*)?$/i;

/** Whether a text is the address of a page elsewhere: https, or http on this very machine, and one for the parser that follows it. */
export const isOuterLink = (text: string): boolean => text.length <= longestLink && outer.test(text) && z.safeParse(z.url(), text).success;

/** Whether a text leads to whoever helps: a page by https, or a letter to one address. */
export const isHelpLink = (text: string): boolean => text.length <= longestLink && help.test(text);
const help = /^(?:https:\/\/[a-z0-9.-]+(?::\d{1,5})?(?:[/?#][!-[\]-~]*)?|mailto:[\w.+-]+@[\w.-]+(?:\?[!-~]*)?)$/i;
