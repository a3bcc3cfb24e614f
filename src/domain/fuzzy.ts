/**
 * Fuzzy matching of typed text against short names: all words in any order, each as a word's start, a part, initials, or letters in
 * order. Pure, without an index, for lists of hundreds; thousands of rows are searched by the store's index.
 */
export interface FuzzyMatch {
  /** 0 to 1; higher is closer. */
  readonly score: number;
  /** Positions of the matched letters, ascending. */
  readonly at: readonly number[];
}

/** How `typed` matches `text`; null if it does not. Empty input matches everything equally. */
export function fuzzyMatch(typed: string, text: string): FuzzyMatch | null {
  const words = typed
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  if (words.length === 0) return { score: 0, at: [] };
  const lower = text.toLowerCase();
  const at = new Set<number>();
  let sum = 0;
  for (const word of words) {
    const found = matchWord(word, lower);
    if (found === null) return null;
    sum += found.score;
    for (const place of found.at) at.add(place);
  }
  // Of two equal matches the shorter name ranks higher.
  const score = (sum / words.length) * (1 - Math.min(0.2, lower.length / 500));
  return { score, at: [...at].sort((a, b) => a - b) };
}

const run = (from: number, length: number): number[] => Array.from({ length }, (_, index) => from + index);
const beginsWord = (text: string, place: number): boolean => place === 0 || !/[\p{L}\p{N}]/u.test(text.charAt(place - 1));

function matchWord(word: string, text: string): FuzzyMatch | null {
  let inside = -1;
  for (let place = text.indexOf(word); place >= 0; place = text.indexOf(word, place + 1)) {
    if (beginsWord(text, place)) return { score: place === 0 ? 1 : 0.9, at: run(place, word.length) };
    if (inside < 0) inside = place;
  }
  if (inside >= 0) return { score: 0.7, at: run(inside, word.length) };
  return initials(word, text) ?? scattered(word, text);
}

/** 'vh' in 'Verification History'. */
function initials(word: string, text: string): FuzzyMatch | null {
  const at: number[] = [];
  for (let place = 0; place < text.length && at.length < word.length; place += 1)
    if (beginsWord(text, place) && text.charAt(place) === word.charAt(at.length)) at.push(place);
  return at.length === word.length ? { score: 0.65, at } : null;
}

/** Letters in order and close together: 'evdnc' in 'Evidence'. Letters scattered over a long name are coincidence. */
function scattered(word: string, text: string): FuzzyMatch | null {
  if (word.length < 3) return null;
  let best: number[] | null = null;
  for (let start = text.indexOf(word.charAt(0)); start >= 0; start = text.indexOf(word.charAt(0), start + 1)) {
    const at = [start];
    for (let place = start + 1; place < text.length && at.length < word.length; place += 1)
      if (text.charAt(place) === word.charAt(at.length)) at.push(place);
    if (at.length === word.length && (best === null || span(at) < span(best))) best = at;
  }
  if (best === null || span(best) > word.length * 2) return null;
  return { score: 0.3 + 0.25 * (word.length / span(best)), at: best };
}

const span = (at: readonly number[]): number => (at.at(-1) ?? 0) - (at[0] ?? 0) + 1;
