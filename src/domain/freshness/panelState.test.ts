import { expect, it } from 'vitest';
import { historyStateOf, panelStateOf } from './panelState.ts';

const nothing = { stored: 'ready', held: 0, lacks: false, everFetched: false, failed: false } as const;

it('shows rows that are held, whatever failed since', { tags: ['K-5'] }, () => {
  expect(panelStateOf({ ...nothing, held: 1, everFetched: true, failed: true })).toBe('ready');
  expect(panelStateOf({ ...nothing, held: 1, everFetched: true, stored: 'failed' })).toBe('ready');
});

it('shows no row before its age is read', { tags: ['D-15'] }, () => {
  expect(panelStateOf({ ...nothing, stored: 'loading', held: 1, everFetched: true })).toBe('loading');
});

it('shows no row that no answer has brought: it has no age', { tags: ['D-15'] }, () => {
  expect(panelStateOf({ ...nothing, held: 1 })).toBe('loading');
  expect(panelStateOf({ ...nothing, held: 1, failed: true })).toBe('failed');
  expect(panelStateOf({ ...nothing, held: 1, stored: 'failed' })).toBe('failed');
});

it('calls a place empty only when the platform has said so', () => {
  expect(panelStateOf(nothing)).toBe('loading');
  expect(panelStateOf({ ...nothing, everFetched: true, failed: true })).toBe('empty');
});

it('never calls a place empty of which rows are damaged on this device, or were removed to make room', {
  tags: ['T-9', 'F-25', 'F-16'],
}, () => {
  for (const failed of [true, false]) expect(panelStateOf({ ...nothing, everFetched: true, lacks: true, failed })).toBe('failed');
  expect(panelStateOf({ ...nothing, everFetched: true, lacks: true, held: 1 })).toBe('ready');
  expect(panelStateOf({ ...nothing, lacks: true })).toBe('loading');
});

it('says that it failed where nothing is held and nothing ever arrived', () => {
  expect(panelStateOf({ ...nothing, failed: true })).toBe('failed');
  expect(panelStateOf({ ...nothing, stored: 'failed', everFetched: true })).toBe('failed');
  expect(panelStateOf({ ...nothing, stored: 'loading', failed: true })).toBe('loading');
});

it('a history lacks something only where an answer brought it: a place that is empty has been answered', { tags: ['D-15'] }, () => {
  expect((['loading', 'ready', 'empty', 'failed'] as const).map(historyStateOf)).toEqual(['loading', 'ready', 'ready', 'failed']);
});
