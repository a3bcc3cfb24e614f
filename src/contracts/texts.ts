import { z } from './zod.ts';

/**
 * Input rules for texts (D-57, issue 17, point 11). What a person writes is well-formed Unicode in NFC, without NUL and control
 * characters other than line feed and tab; lengths are in code points, not UTF-16 units. Hashed or signed texts, passwords, tokens and
 * ids are never changed, only accepted or refused.
 */

/** Lone surrogates and control characters: not allowed in multi-line texts. */
const strange = /[^\P{Cc}\n\t]|\p{Surrogate}/gu;
/** Additionally not allowed in one line: other line terminators and bidirectional control characters (UAX 9). */
const notOfOneLine = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/u;

/**
 * Normalises what a person writes before other checks. Lone surrogates, NUL and control characters are replaced, not refused: a refusal
 * would undo a command that was written offline, and a platform failing on it would receive it again and again.
 */
export const writable = () => z.overwrite<string>((text) => text.replace(/\r\n?/gu, '\n').replace(strange, '\ufffd').normalize('NFC'));

/** Length of a text in code points. */
export function signsOf(text: string): number {
  let signs = 0;
  for (const _ of text) signs += 1;
  return signs;
}

const between = (least: number, most: number) =>
  z.refine<string>(
    (text) => {
      // A text never has more code points than UTF-16 units, so far too long texts are not counted.
      if (text.length < least || text.length > 2 * most) return false;
      const signs = signsOf(text);
      return signs >= least && signs <= most;
    },
    { params: { least } },
  );

/** A multi-line text from a person, with a length in code points; surrounding white space does not count. */
export const writtenText = (least: number, most: number) =>
  z.string().check(writable(), z.trim(), between(least, most)).register(z.globalRegistry, { minLength: least, maxLength: most });

/** True if a text can stand in one line beside our own text: no line terminators and no bidirectional controls. */
export const isOneLine = (text: string): boolean => !notOfOneLine.test(text);
/** Form message for a text that fails `isOneLine`. */
export const notOneLineLabels = 'It holds a hidden sign, which would turn round or break the words beside it: type it by hand';

/** A one-line text from a person: names of people and things. */
export const writtenLine = (least: number, most: number) =>
  z
    .string()
    .check(writable(), z.trim(), between(least, most), z.refine<string>(isOneLine, { params: { code: 'notOneLine' } }))
    .register(z.globalRegistry, { minLength: least, maxLength: most });

/** Search text: normalised like stored texts, so that it matches them. */
export const soughtText = (most: number) => z.string().check(writable(), between(0, most)).register(z.globalRegistry, { maxLength: most });

/** Check for texts that are never changed: well-formed and without NUL, or refused. */
export const unchanged = () => z.refine<string>((text) => !/[\0\p{Surrogate}]/u.test(text));
