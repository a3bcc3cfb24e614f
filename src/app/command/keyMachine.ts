import type { Shortcut, ShortcutAct } from './shortcuts.ts';

/**
 * Which shortcut a key press is, if any. Pure. Single keys are never taken from somebody who types, who has a menu or dialog open, who holds a
 * modifier, or who has switched them off (WCAG 2.1.4); the palette's combination has a modifier and always goes through.
 */
export interface Pressed {
  readonly key: string;
  readonly ctrl: boolean;
  readonly meta: boolean;
  readonly alt: boolean;
  /** The focus is where letters are text or choose something: a field, a menu, a list of options. */
  readonly typing: boolean;
  /** A dialog or the like lies over the page. */
  readonly covered: boolean;
  /** Milliseconds, of any clock that does not go back. */
  readonly at: number;
}

/** Keys of a sequence that were pressed so far. */
export interface KeyState {
  readonly before: readonly string[];
  readonly at: number;
}
export const noKeys: KeyState = { before: [], at: 0 };

/** A sequence that is not gone on with in this time is forgotten, milliseconds. */
export const sequenceMs = 1_500;

export interface KeyOptions {
  readonly shortcuts: readonly Shortcut[];
  /** Whether single keys are switched on. */
  readonly singleKeys: boolean;
  /** Command instead of Ctrl; Ctrl and K is cutting a line there. */
  readonly mac: boolean;
}

export interface KeyStep {
  readonly state: KeyState;
  readonly act: ShortcutAct | null;
  /** The key is ours: the browser is to leave it. */
  readonly taken: boolean;
}

export function pressKey(state: KeyState, pressed: Pressed, { shortcuts, singleKeys, mac }: KeyOptions): KeyStep {
  const nothing: KeyStep = { state: noKeys, act: null, taken: false };
  const modified = mac ? pressed.meta && !pressed.ctrl : pressed.ctrl && !pressed.meta;
  if (modified && !pressed.alt && pressed.key.toLowerCase() === 'k') {
    const palette = shortcuts.find(({ keys }) => keys[0] === 'mod+k');
    return palette === undefined ? nothing : { state: noKeys, act: palette.act, taken: true };
  }
  if (!singleKeys || pressed.typing || pressed.covered || pressed.ctrl || pressed.meta || pressed.alt) return nothing;
  // Shift alone is no step of a sequence, and does not end one.
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
