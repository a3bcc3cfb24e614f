import type { DeadLetter } from '../../contracts/deadLetter.ts';
import { redactedMark, toldTexts } from '../redact.ts';
import { withheldMark, withoutNumbers } from './moneyTexts.ts';
import { isOfMoney, speaksOfMoney, wordsOfBase64 } from './moneyWords.ts';

export { withheldMark, withoutSums } from './moneyTexts.ts';

/** Maximum payload depth that is shown. */
const deepest = 16;

/**
 * A dead letter for readers without access to finance (G-18, A-27). One that is nowhere about money (message, names, texts) is returned
 * unchanged. Of others only members are shown whose name marks them as harmless (a record's id, a time, a service's own counters), since
 * in a free-form payload anything else may be a sum or a payee. The payment it concerns stays: the queue exists to show that it failed.
 */
export function withoutMoney(letter: DeadLetter): DeadLetter {
  const { payload, errorMessage, about } = letter;
  const { texts, figureUnnamed } = readThrough(payload, errorMessage);
  if (about?.kind !== 'payment' && !figureUnnamed && !texts.some(isAboutMoney)) return letter;
  const told = { errorMessage: withoutNumbers(errorMessage), payload: payload && toldPart(payload) };
  if (told.errorMessage === errorMessage && JSON.stringify(told.payload) === JSON.stringify(payload)) return letter;
  return {
    ...letter,
    errorMessage: told.errorMessage,
    ...(payload !== undefined && { payload: told.payload as Record<string, unknown> }), // an object yields an object
    withheld: true,
  };
}

/** For payloads about money: keeps members known to be harmless and withholds the rest. */
function toldPart(part: unknown): unknown {
  return toldTexts(part, {
    text: (leaf) => (leaf === redactedMark ? leaf : withheldMark),
    name: (name) => (name.length <= longestName ? withoutNumbers(name) : withheldMark),
    isGone: (name, inner) => typeof inner !== 'object' || inner === null,
    gone: (inner, name) => (inner === redactedMark || isToldLeaf(name, inner) ? inner : withheldMark),
    leaf: () => withheldMark,
    deepest,
  });
}

const longestName = 80;
const longestText = 200;
/** Names of records, places, times and service states, by their last word. */
const known =
  /(?:^|[a-z_.-])(?:id|ids|code|status|state|stage|service|component|host|at|time|timestamp|date|since|until|hash|trace|version|kind|type)$/i;
/** Counters of a service's own work; sums are rarely that small. */
const work = /attempt|tries|try|retr|http|status|code|timeout|seconds|minutes|millis|port|version|lag|depth/i;

/** True if a member's name says it is not about money, and its value does not look like a sum. */
function isToldLeaf(name: string, leaf: unknown): boolean {
  if (leaf === null || typeof leaf === 'boolean') return true;
  if (name.length > longestName || isOfMoney(name)) return false;
  if (typeof leaf === 'number' || (typeof leaf === 'string' && /^\d{1,3}$/.test(leaf)))
    return work.test(name) && /^\d{1,3}$/.test(String(leaf));
  return typeof leaf === 'string' && known.test(name) && leaf.length <= longestText && !speaksOfSum(leaf);
}

/** A known member holds a single word: an id, a code, a time. */
const speaksOfSum = (leaf: string): boolean => /\s/.test(leaf.trim()) || withoutNumbers(leaf) !== leaf;

const isAboutMoney = (text: string): boolean => speaksOfMoney(text) || speaksOfMoney(wordsOfBase64(text) ?? '');

/**
 * The message, every member name and every text at any depth; and whether a figure is next to a name redacted as personal. Iterative,
 * since payload depth is unlimited.
 */
function readThrough(payload: unknown, message: string): { readonly texts: readonly string[]; readonly figureUnnamed: boolean } {
  const found = new Set([message]);
  const left: unknown[] = [payload];
  let figureUnnamed = false;
  while (left.length > 0) {
    const next = left.pop();
    if (typeof next === 'string') found.add(next);
    if (typeof next !== 'object' || next === null) continue;
    const inner: readonly unknown[] = Object.values(next);
    if (!Array.isArray(next)) for (const name of Object.keys(next)) found.add(name);
    if ('name' in next && next.name === redactedMark) figureUnnamed ||= inner.some(isFigure);
    for (const one of inner) left.push(one);
  }
  return { texts: [...found], figureUnnamed };
}

/** Catches `{ name: 'amount', value: '412500' }`, which arrives as `{ name: '[redacted]', … }`. */
const isFigure = (leaf: unknown): boolean =>
  (typeof leaf === 'number' || typeof leaf === 'string') && /^\D{0,4}\d[\d.,\s]{3,}\D{0,4}$/.test(String(leaf));
