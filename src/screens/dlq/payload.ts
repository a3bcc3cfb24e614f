import { formatCount } from '../../domain/format.ts';

/**
 * A payload as lines of coloured words. What stands in it was written by a machine that failed, or by somebody who wants to be misread: no
 * character may hide, reorder or break what is beside it, and no size may hold up the page. Pure.
 */
export type TokenKind = 'name' | 'text' | 'number' | 'word' | 'mark';
export interface Token {
  readonly kind: TokenKind;
  readonly text: string;
}
export interface PayloadLine {
  readonly depth: number;
  readonly tokens: readonly Token[];
}
export interface PayloadText {
  readonly lines: readonly PayloadLine[];
  /** There is more than is shown. */
  readonly cut: boolean;
}

/** Lines shown of one payload, and characters of one text in it. */
export const mostLines = 400;
export const mostCharacters = 2_000;

/** Controls, marks that turn the writing direction, joiners and spaces of no width, line ends of Unicode: everything that is there and not seen. */
const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cn}]/gu;

/** JSON's own way of writing a text, with all that cannot be seen written out. */
export function quoted(text: string): string {
  const shown = text.length > mostCharacters ? text.slice(0, mostCharacters) : text;
  const safe = JSON.stringify(shown).replace(unseen, (character) =>
    [...Array(character.length).keys()].map((at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`).join(''),
  );
  return text.length > mostCharacters ? `${safe.slice(0, -1)}…" (${formatCount(text.length - mostCharacters)} more characters)` : safe;
}

/** The lines of a value, as JSON is indented; stops at `mostLines`. */
export function payloadLines(value: unknown): PayloadText {
  const lines: PayloadLine[] = [];
  const mark = (text: string): Token => ({ kind: 'mark', text });
  /** Whether there was room. */
  const put = (depth: number, tokens: readonly Token[]): boolean => {
    if (lines.length >= mostLines) return false;
    lines.push({ depth, tokens });
    return true;
  };
  const write = (inner: unknown, depth: number, before: readonly Token[], after: string): boolean => {
    const tail = after === '' ? [] : [mark(after)];
    if (typeof inner !== 'object' || inner === null) return put(depth, [...before, scalar(inner), ...tail]);
    const list = Array.isArray(inner);
    const [open, close] = list ? ['[', ']'] : ['{', '}'];
    const names = Object.keys(inner);
    if (names.length === 0) return put(depth, [...before, mark(`${open}${close}${after}`)]);
    if (!put(depth, [...before, mark(open)])) return false;
    for (const [at, name] of names.entries()) {
      const head: readonly Token[] = list ? [] : [{ kind: 'name', text: quoted(name) }, mark(': ')];
      const child: unknown = Reflect.get(inner, name);
      if (!write(child, depth + 1, head, at === names.length - 1 ? '' : ',')) return false;
    }
    return put(depth, [mark(`${close}${after}`)]);
  };
  const whole = write(value, 0, [], '');
  return { lines, cut: !whole };
}

function scalar(value: unknown): Token {
  if (typeof value === 'string') return { kind: 'text', text: quoted(value) };
  if (typeof value === 'number') return { kind: 'number', text: String(value) };
  return { kind: 'word', text: String(value) };
}
