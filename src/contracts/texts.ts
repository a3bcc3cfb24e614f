import { z } from './zod.ts';

/**
 * The one way in for texts (D-57, issue 17, point 11): what a person writes is well-formed Unicode in its composed form (NFC), with no zero and no control character but line feed and tab, and is
 * measured in signs as Unicode counts them (code points), not in halves of them. What others have hashed or signed, passwords, tokens and ids are never changed: they are taken as they are, or refused.
 */

/** Half of a sign, or a control character: no text of several lines has one. */
const strange = /[^\P{Cc}\n\t]|\p{Surrogate}/gu;
/** What a text of one line may not hold besides: other ends of a line, and signs that turn round the order in which the words beside them are read (UAX 9). */
const notOfOneLine = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/u;

/**
 * For what a person writes, before anything else is asked of it. What a cut leaves of an emoji, a zero and control characters are replaced, not refused: who wrote it offline would find it undone,
 * and a platform that failed over it would be sent it for ever.
 */
export const writable = () => z.overwrite<string>((text) => text.replace(/\r\n?/gu, '\n').replace(strange, '\ufffd').normalize('NFC'));

/** How long a text is, in code points. */
export function signsOf(text: string): number {
  let signs = 0;
  for (const _ of text) signs += 1;
  return signs;
}

const between = (least: number, most: number) =>
  z.refine<string>((text) => {
    // No text has more code points than halves: what is far too long is not counted.
    if (text.length < least || text.length > 2 * most) return false;
    const signs = signsOf(text);
    return signs >= least && signs <= most;
  });

/** A text of several lines from a person, between so many code points; blanks around it do not count. */
export const writtenText = (least: number, most: number) =>
  z.string().check(writable(), z.trim(), between(least, most)).register(z.globalRegistry, { minLength: least, maxLength: most });

/** Whether a text may stand in one line beside our own words: no other line begins in it, and nothing in it turns them round. */
export const isOneLine = (text: string): boolean => !notOfOneLine.test(text);
/** What a form says of one that may not. */
export const notOneLineWords = 'It holds a hidden sign, which would turn round or break the words beside it: type it by hand';

/** A text of one line from a person: what things and people are called. */
export const writtenLine = (least: number, most: number) =>
  z
    .string()
    .check(writable(), z.trim(), between(least, most), z.refine<string>(isOneLine))
    .register(z.globalRegistry, { minLength: least, maxLength: most });

/** What is looked for: as it was written, so that it is found. */
export const soughtText = (most: number) => z.string().check(writable(), between(0, most)).register(z.globalRegistry, { maxLength: most });

/** For what is never changed: well-formed and without a zero, or refused. */
export const unchanged = () => z.refine<string>((text) => !/[\0\p{Surrogate}]/u.test(text));
