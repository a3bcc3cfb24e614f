import type { Shortcut, ShortcutAct } from './shortcuts.ts';

/**
 * Decides which shortcut a key press is, if any. Pure. Single keys are ignored while the user types, has a menu or dialog open, holds a
 * modifier, or has switched them off (WCAG 2.1.4); the palette's combination has a modifier and always works.
 */
export interface Pressed {
  readonly key: string;
  readonly ctrl: boolean;
  readonly meta: boolean;
  readonly alt: boolean;
  /** The focus is where letters are text or select something: a field, a menu, a list of options. */
  readonly typing: boolean;
  /** A dialog or similar covers the page. */
  readonly covered: boolean;
  /** Milliseconds of any monotonic clock. */
  readonly at: number;
}

/** Keys of a sequence pressed so far. */
export interface KeyState {
  readonly before: readonly string[];
  readonly at: number;
}
export const noKeys: KeyState = { before: [], at: 0 };

/** A sequence not continued within this time is dropped, milliseconds. */
export const sequenceMs = 1_500;

/** What a key press means for this person and machine. */
export interface KeyOptions {
  readonly shortcuts: readonly Shortcut[];
  /** Whether single keys are switched on. */
  readonly singleKeys: boolean;
  /** Command instead of Ctrl; on a Mac, Ctrl+K deletes to the end of the line. */
  readonly mac: boolean;
}

/** Result of one key press; `act` is null while a sequence is incomplete or the key means nothing. */
export interface KeyStep {
  readonly state: KeyState;
  readonly act: ShortcutAct | null;
  /** The key was used: prevent the browser's default action. */
  readonly taken: boolean;
}

/** Judges one key press after those in `state`. A key that continues no sequence ends it and begins none. */
export function pressKey(state: KeyState, pressed: Pressed, { shortcuts, singleKeys, mac }: KeyOptions): KeyStep {
  const nothing: KeyStep = { state: noKeys, act: null, taken: false };
  const modified = mac ? pressed.meta && !pressed.ctrl : pressed.ctrl && !pressed.meta;
  if (modified && !pressed.alt && pressed.key.toLowerCase() === 'k') {
    const palette = shortcuts.find(({ keys }) => keys[0] === 'mod+k');
    return palette === undefined ? nothing : { state: noKeys, act: palette.act, taken: true };
  }
  if (!singleKeys || pressed.typing || pressed.covered || pressed.ctrl || pressed.meta || pressed.alt) return nothing;
  // Shift alone neither continues nor ends a sequence.
  if (pressed.key === 'Shift') return { ...nothing, state };
  const before = pressed.at - state.at > sequenceMs ? [] : state.before;
  const keys = [...before, pressed.key.length === 1 ? pressed.key.toLowerCase() : pressed.key];
  const handled = shortcuts.filter(({ act }) => act !== null);
  const whole = handled.find((shortcut) => sameKeys(shortcut.keys, keys));
  if (whole !== undefined) return { state: noKeys, act: whole.act, taken: true };
  if (handled.some((shortcut) => shortcut.keys.length > keys.length && sameKeys(shortcut.keys.slice(0, keys.length), keys)))
    return { state: { before: keys, at: pressed.at }, act: null, taken: true };
  return nothing;
}

function sameKeys(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((key, index) => key === b[index]);
}
