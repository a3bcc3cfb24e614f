import { describe, expect, it } from 'vitest';
import type { Display } from '../../contracts/display.ts';
import { mistakeLabels } from '../../domain/screens/formLabels.ts';
import { readForm } from '../../domain/screens/readForm.ts';
import {
  displaysSummary,
  displayViews,
  moved,
  newSettings,
  offered,
  settingsInput,
  settingsSchema,
  settingsTexts,
  toggled,
  writtenCode,
} from './model.ts';

const now = Date.parse('2026-11-21T12:00:00Z');
const ago = (ms: number) => new Date(now - ms).toISOString();
const display = (change: Partial<Display> = {}): Display => ({
  displayId: 'dsp-1',
  name: 'Control room',
  playlist: ['operations', 'schools'],
  dwellS: 20,
  theme: 'dark',
  version: 1,
  device: 'Chrome on Linux',
  approvedAt: ago(86_400_000),
  approvedBy: 'Wanjiru Kamau',
  build: '20261121.100000-aaa',
  frame: { at: ago(6_000), dashboard: 'schools' },
  seenAt: ago(5_000),
  transport: 'sse',
  viewport: '1920x1080',
  ...change,
});

describe('wall displays', () => {
  it('shows what it draws, its build and its screen; who needs a hand comes first', { tags: ['K-10'] }, () => {
    const views = displayViews(
      [display(), display({ displayId: 'dsp-2', name: 'Lobby', seenAt: ago(3_600_000) })],
      now,
      '20261121.110000-bbb',
      { kind: 'live', at: now },
    );
    expect(views.map(({ display: { name } }) => name)).toEqual(['Lobby', 'Control room']);
    expect(views[1]).toMatchObject({
      showing: 'Schools',
      build: { id: '20261121.100000-aaa', older: true },
      screen: '1920 × 1080',
      playlist: 'Operations, Schools',
      dwell: '20 s each',
      interrupts: 'SEV1',
    });
    expect(displaysSummary(views, true)).toMatchObject({ answer: 'no', word: '1 of 2 connected', look: 'bad' });
    expect(displaysSummary([], true)).toBeNull();
  });

  it('a playlist is put together and ordered; nothing is on it twice', { tags: ['K-10'] }, () => {
    expect(toggled(['operations'], 'schools')).toEqual(['operations', 'schools']);
    expect(toggled(['operations', 'schools'], 'operations')).toEqual(['schools']);
    expect(moved(['operations', 'schools', 'health'], 'schools', -1)).toEqual(['schools', 'operations', 'health']);
    expect(moved(['operations', 'schools'], 'schools', 1)).toEqual(['operations', 'schools']);
    expect(offered(['schools', 'operations']).slice(0, 3)).toEqual(['schools', 'operations', 'health']);
    expect(new Set(offered(['schools'])).size).toBe(6);
  });

  it('a draft becomes settings, or says what is wrong in each field', { tags: ['K-10'] }, () => {
    const read = (texts: typeof newSettings) => readForm(settingsSchema, texts, settingsInput(texts));
    expect(read(settingsTexts(display()))).toEqual({
      ok: true,
      value: { name: 'Control room', playlist: ['operations', 'schools'], dwellS: 20, theme: 'dark', interruptFrom: 'sev1' },
    });
    const wrongIn = (change: Partial<typeof newSettings>) => {
      const found = read({ ...newSettings, ...change });
      return found.ok ? {} : mistakeLabels('displays.edit', found.mistakes);
    };
    expect(wrongIn({ playlist: '', dwellS: '4' })).toEqual({
      name: 'Enter a name, such as its location.',
      playlist: 'Choose at least one dashboard.',
      dwellS: 'A whole number from 5 to 600.',
    });
    for (const dwellS of ['', '601', '1e2', '-5', '7.5', 'NaN'])
      expect(wrongIn({ name: 'x', dwellS })).toEqual({ dwellS: 'A whole number from 5 to 600.' });
    expect(wrongIn({ name: 'x'.repeat(61) })).toEqual({ name: 'At most 60 characters.' });
    expect(wrongIn({ name: 'East\u202e' })['name']).toMatch(/^It holds a hidden sign/);
    expect(wrongIn({ name: ' East ', dwellS: ' 20 ', playlist: 'operations gone' })).toEqual({});
  });

  it('says what interrupts a display, and takes one that an older platform answers for the usual', { tags: ['T-5'] }, () => {
    const [told] = displayViews([{ ...display(), interruptFrom: 'sev2' }], Date.now(), 'b', { kind: 'live', at: Date.now() });
    expect(told?.interrupts).toBe('SEV1 and SEV2');
    expect(settingsTexts({ ...display(), interruptFrom: 'none' }).interruptFrom).toBe('none');
    expect(settingsTexts(display()).interruptFrom).toBe('sev1');
  });

  it('reads a code however it is typed', { tags: ['K-10'] }, () => {
    for (const typed of ['bcdf-ghjk', 'BCDFGHJK', ' bcdf ghjk ', 'BCDF–GHJKL']) expect(writtenCode(typed)).toBe('BCDF-GHJK');
    expect(writtenCode('bcd')).toBe('BCD');
  });
});
