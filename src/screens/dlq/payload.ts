import { formatCount } from '../../domain/format.ts';

/**
 * Formats a payload as lines of coloured tokens. The content is untrusted: no character may hide, reorder or break the text around it,
 * and no size may block the page. Pure.
 */
export type TokenKind = 'name' | 'text' | 'number' | 'word' | 'mark';
/** A piece of a line that is drawn in one colour. */
export interface Token {
  readonly kind: TokenKind;
  readonly text: string;
}
/** `depth` is the level of indentation, from 0. */
export interface PayloadLine {
  readonly depth: number;
  readonly tokens: readonly Token[];
}
/** A payload as shown. */
export interface PayloadText {
  readonly lines: readonly PayloadLine[];
  /** True if the payload has more than is shown. */
  readonly cut: boolean;
}

/** Maximum number of lines shown per payload, and of characters per string in it. */
export const maxLines = 400;
export const maxCharacters = 2_000;

/** Invisible characters: controls, bidirectional marks, zero-width joiners and spaces, Unicode line ends, private use and unassigned. */
const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cn}]/gu;

/** A string as a JSON literal, with all invisible characters escaped and the rest cut at `maxCharacters`. */
export function quoted(text: string): string {
  const shown = text.length > maxCharacters ? text.slice(0, maxCharacters) : text;
  const safe = JSON.stringify(shown).replace(unseen, (character) =>
    [...Array(character.length).keys()].map((at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`).join(''),
  );
  return text.length > maxCharacters ? `${safe.slice(0, -1)}…" (${formatCount(text.length - maxCharacters)} more characters)` : safe;
}

/** The lines of a value, indented like JSON; stops at `maxLines`. */
export function payloadLines(value: unknown): PayloadText {
  const lines: PayloadLine[] = [];
  const mark = (text: string): Token => ({ kind: 'mark', text });
  /** Adds a line; false if the maximum is reached. */
  const put = (depth: number, tokens: readonly Token[]): boolean => {
    if (lines.length >= maxLines) return false;
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
