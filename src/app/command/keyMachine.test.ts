import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { loginRoles } from '../../contracts/access.ts';
import { permissionsOf } from '../../domain/accounts/access.ts';
import { mayOpen } from '../../domain/screens/screens.ts';
import { type KeyOptions, type KeyState, noKeys, type Pressed, pressKey, sequenceMs } from './keyMachine.ts';
import { keyLabel, shortcutsFor } from './shortcuts.ts';

const options = (change: Partial<KeyOptions> = {}): KeyOptions => ({
  shortcuts: shortcutsFor(permissionsOf('admin')),
  singleKeys: true,
  mac: false,
  ...change,
});
const key = (name: string, change: Partial<Pressed> = {}): Pressed => ({
  key: name,
  ctrl: false,
  meta: false,
  alt: false,
  typing: false,
  covered: false,
  at: 1000,
  ...change,
});
/** The last step of a series of key presses. */
function after(presses: readonly Pressed[], given = options()) {
  let state: KeyState = noKeys;
  let last = null;
  for (const pressed of presses) {
    const step = pressKey(state, pressed, given);
    state = step.state;
    last = step;
  }
  return last;
}

describe('shortcuts', () => {
  it('go to a screen by G and its letter, in time', () => {
    expect(after([key('g'), key('v', { at: 1900 })])).toMatchObject({ act: { kind: 'go', screen: 'verifications' }, taken: true });
    // After the time limit it counts as a single key.
    expect(after([key('g'), key('v', { at: 1001 + sequenceMs })])).toMatchObject({ act: { kind: 'views' } });
    expect(after([key('g'), key('o', { at: 1001 + sequenceMs })])).toMatchObject({ act: null, taken: false });
    expect(after([key('g'), key('x'), key('o')])).toMatchObject({ act: null });
    expect(after([key('g'), key('g'), key('o')])).toMatchObject({ act: null });
    expect(after([key('o')])).toMatchObject({ act: null, taken: false });
    // CapsLock changes nothing, and Shift before ? is not a key of its own.
    expect(after([key('G'), key('O')])).toMatchObject({ act: { kind: 'go', screen: 'overview' } });
    expect(after([key('Shift'), key('?')])).toMatchObject({ act: { kind: 'help' } });
    expect(after([key('/')])).toMatchObject({ act: { kind: 'filter' }, taken: true });
  });

  it('take no single key from whoever types, has something open, holds a modifier or has switched them off', () => {
    const single = fc.constantFrom('g', '/', '?', 'r', 'v', 'k');
    const kept = fc.constantFrom<Partial<Pressed>>({ typing: true }, { covered: true }, { ctrl: true }, { meta: true }, { alt: true });
    fc.assert(
      fc.property(single, kept, (name, change) => {
        if (name === 'k' && (change.ctrl === true || change.meta === true)) return;
        expect(pressKey(noKeys, key(name, change), options())).toEqual({ state: noKeys, act: null, taken: false });
      }),
    );
    for (const name of ['g', '/', '?', 'r'])
      expect(pressKey(noKeys, key(name), options({ singleKeys: false }))).toMatchObject({ act: null, taken: false });
  });

  it('open the palette by Ctrl K, Command K on a Mac, also from a field and when single keys are off', () => {
    const palette = { act: { kind: 'palette' }, taken: true };
    expect(after([key('k', { ctrl: true, typing: true })], options({ singleKeys: false }))).toMatchObject(palette);
    expect(after([key('K', { meta: true, covered: true })], options({ mac: true }))).toMatchObject(palette);
    expect(after([key('k', { ctrl: true })], options({ mac: true }))).toMatchObject({ act: null, taken: false });
    expect(after([key('k', { ctrl: true, alt: true })])).toMatchObject({ act: null });
  });

  it('lead nobody to a screen that he may not open, and two never share their keys', { tags: ['D-6'] }, () => {
    for (const role of loginRoles) {
      const held = permissionsOf(role);
      const all = shortcutsFor(held);
      for (const { act } of all)
        if (act?.kind === 'go') expect([role, act.screen, mayOpen(act.screen, held)]).toEqual([role, act.screen, true]);
      const keys = all.filter(({ act }) => act !== null).map((shortcut) => shortcut.keys.join(' '));
      expect(new Set(keys).size).toBe(keys.length);
    }
    const auditor = shortcutsFor(permissionsOf('auditor')).flatMap(({ act }) => (act?.kind === 'go' ? [act.screen] : []));
    expect(auditor).toContain('audit');
    expect(auditor).not.toContain('dgn');
  });

  it('say their keys as keyboards do', () => {
    expect([keyLabel('mod+k', true), keyLabel('mod+k', false), keyLabel('g', false), keyLabel('Enter', false)]).toEqual([
      '⌘ K',
      'Ctrl K',
      'G',
      'Enter',
    ]);
  });
});
