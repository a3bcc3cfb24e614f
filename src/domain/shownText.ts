/**
 * Foreign texts beside our own (G-13). Characters that change the reading direction or break lines are shown by their code point, so that
 * they have no effect. Right-to-left words are isolated, so that adjacent figures stay in place. The stored, hashed and sent text is
 * unchanged.
 */

/** Controls except tab and newlines, line and paragraph separators, and the bidirectional controls of UAX 9. */
const hidden = /[^\P{Cc}\n\r\t]|[\p{Zl}\p{Zp}\p{Bidi_Control}]/u;

/**
 * Blocks with right-to-left letters: Hebrew to Arabic, including N’Ko and Adlam, and their presentation forms (Unicode,
 * DerivedBidiClass).
 */
const turned = String.raw`[\u{590}-\u{61b}\u{61d}-\u{8ff}\u{fb1d}-\u{fdff}\u{fe70}-\u{fefc}\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]`;

/**
 * Right-to-left words with the characters between them on a line, and joiners (Persian uses U+200C within words). The two character
 * classes are disjoint, otherwise backtracking could be exponential.
 */
const run = String.raw`${turned}(?:(?:(?!${turned})[\p{Zs}\p{N}\p{P}\p{S}\p{M}\u200c\u200d])*${turned})*`;

/** Paired marks, such as brackets and guillemets, next to such words. */
const [opening, closing] = [String.raw`[\p{Ps}\p{Pi}]`, String.raw`[\p{Pe}\p{Pf}]`];
const marks = new RegExp(`(?<open>${opening})|${closing}`, 'gu');

const notable = new RegExp(String.raw`${hidden.source}|${turned}`, 'u');
/** Existing isolation stays, because a text may pass here more than once on its way to the screen. */
const parts = new RegExp(
  String.raw`\u2068${opening}*${run}${closing}*\u2069|(?<hidden>${hidden.source})|(?<before>${opening}*)(?<words>${run})(?<after>${closing}*)`,
  'gu',
);

/** A character by its code point: 'U+202E'. */
const named = (sign: string): string => `[U+${(sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`;

/** Isolates words together with those adjacent marks whose other half is inside: a split pair would be drawn mirrored. */
function isolated(before: string, words: string, after: string): string {
  let [open, missing] = [0, 0];
  for (const { groups } of words.matchAll(marks)) {
    if (groups?.['open'] !== undefined) open += 1;
    else if (open > 0) open -= 1;
    else missing += 1;
  }
  const [lead, tail] = [[...before], [...after]];
  const pairs = Math.max(0, Math.min(lead.length - missing, tail.length - open));
  const from = Math.max(0, lead.length - missing - pairs);
  const to = Math.min(tail.length, open + pairs);
  return `${lead.slice(0, from).join('')}\u2068${lead.slice(from).join('')}${words}${tail.slice(0, to).join('')}\u2069${tail.slice(to).join('')}`;
}

/**
 * A text that is safe to display beside ours. Usually returns the same string.
 * @param text untrusted, of any length
 * @returns the text to draw: hidden characters as code points, right-to-left words between FSI and PDI (UAX 9, 2.4.2). Idempotent.
 */
export function shownText(text: string): string {
  if (!notable.test(text)) return text;
  return text.replace(parts, (part: string, ...found: readonly unknown[]) => {
    const { hidden: sign, before = '', words, after = '' } = found.at(-1) as Readonly<Record<string, string | undefined>>; // the named groups come last
    if (sign !== undefined) return named(sign);
    return words === undefined ? part : isolated(before, words, after);
  });
}
