import { expect, it } from 'vitest';
import { panelStateOf } from './panelState.ts';

const nothing = { stored: 'ready', held: 0, lastSuccessAt: null, lastFailureAt: null } as const;

it('[K-5] shows rows that are held, whatever failed since', () => {
  expect(panelStateOf({ ...nothing, held: 1, lastFailureAt: 9 })).toBe('ready');
  expect(panelStateOf({ ...nothing, held: 1, stored: 'failed' })).toBe('ready');
});

it('calls a place empty only when the platform has said so', () => {
  expect(panelStateOf(nothing)).toBe('loading');
  expect(panelStateOf({ ...nothing, lastSuccessAt: 5, lastFailureAt: 9 })).toBe('empty');
});

it('says that it failed where nothing is held and nothing ever arrived', () => {
  expect(panelStateOf({ ...nothing, lastFailureAt: 9 })).toBe('failed');
  expect(panelStateOf({ ...nothing, stored: 'failed', lastSuccessAt: 5 })).toBe('failed');
  expect(panelStateOf({ ...nothing, stored: 'loading', lastFailureAt: 9 })).toBe('loading');
});
