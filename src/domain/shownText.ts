/**
 * Texts of others beside our own words (G-13). What turns round the order in which signs are read, or breaks a line, has no power where it is drawn: it is shown for what it is. Words that are
 * written from right to left stand by themselves, so that the figures beside them stay where they are. The text itself, as it is kept, hashed and sent, stays as it came.
 */

/** Controls but tab and the ends of a line that texts are written with, ends of a line and of a paragraph, and the signs of UAX 9 that turn words round. */
const hidden = /[^\P{Cc}\n\r\t]|[\p{Zl}\p{Zp}\p{Bidi_Control}]/u;

/** The blocks whose letters are read from right to left: Hebrew to Arabic, N’Ko and Adlam among them, and their forms of presentation (Unicode, DerivedBidiClass). */
const turned = String.raw`[\u{590}-\u{61b}\u{61d}-\u{8ff}\u{fb1d}-\u{fdff}\u{fe70}-\u{fefc}\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]`;

/** Words from right to left, with what stands between them on the line, or joins their letters (Persian writes U+200C within words). No sign is of both kinds, or a text could be read in so many ways that reading it never ends. */
const run = String.raw`${turned}(?:(?:(?!${turned})[\p{Zs}\p{N}\p{P}\p{S}\p{M}\u200c\u200d])*${turned})*`;

/** Marks that come in pairs, such as brackets and guillemets, right beside such words. */
const [opening, closing] = [String.raw`[\p{Ps}\p{Pi}]`, String.raw`[\p{Pe}\p{Pf}]`];
const marks = new RegExp(`(?<open>${opening})|${closing}`, 'gu');

const notable = new RegExp(String.raw`${hidden.source}|${turned}`, 'u');
/** What was isolated before stays: a text may come through here more than once on its way to the screen. */
const parts = new RegExp(
  String.raw`\u2068${opening}*${run}${closing}*\u2069|(?<hidden>${hidden.source})|(?<before>${opening}*)(?<words>${run})(?<after>${closing}*)`,
  'gu',
);

/** A sign by its number, as Unicode writes it: 'U+202E'. */
const named = (sign: string): string => `[U+${(sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`;

/** Words set apart, with those marks beside them whose other half is theirs: a pair that is torn is drawn the wrong way round. */
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
 * A text as it may stand beside our words. The same object where there is nothing to do, which is nearly always.
 * @param text from anybody, of any length
 * @returns what is drawn: hidden signs by their numbers, words from right to left between FSI and PDI (UAX 9, 2.4.2). Done twice it is the same.
 */
export function shownText(text: string): string {
  if (!notable.test(text)) return text;
  return text.replace(parts, (part: string, ...found: readonly unknown[]) => {
    const { hidden: sign, before = '', words, after = '' } = found.at(-1) as Readonly<Record<string, string | undefined>>; // the named groups come last
    if (sign !== undefined) return named(sign);
    return words === undefined ? part : isolated(before, words, after);
  });
}
