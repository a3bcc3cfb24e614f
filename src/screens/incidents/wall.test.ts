import { expect, it } from 'vitest';
import type { Incident } from '../../contracts/incident.ts';
import type { PanelState } from '../../domain/freshness/panelState.ts';
import { incidentViews } from './model.ts';
import { lineOf, pinsView, quietOf } from './wall.ts';

const at = '2026-11-21T10:00:00Z';
const incident = (change: Partial<Incident>): Incident => ({
  id: 'INC-1',
  severity: 'sev2',
  title: 'Queue lag',
  description: '',
  createdAt: at,
  affectedServices: [],
  version: 1,
  ...change,
});
const views = (...incidents: readonly Incident[]) =>
  incidentViews({ incidents, components: [], stages: [], businessNow: Date.parse(at) + 60_000, origin: '' });
const live = { kind: 'live', at: 0 } as const;

it('the worst active incident stands under every dashboard, with how many more', { tags: ['K-10'] }, () => {
  expect(lineOf(views(incident({ resolvedAt: at })))).toBeNull();
  const line = lineOf(views(incident({}), incident({ id: 'INC-2', severity: 'sev1' }), incident({ id: 'INC-3', resolvedAt: at })));
  expect([line?.view.id, line?.more]).toEqual(['INC-2', 1]);
});

it('only the gravest kind pins its view, until it is taken up, and not once nobody knows', { tags: ['K-10'] }, () => {
  const sev1 = incident({ severity: 'sev1' });
  expect(pinsView(views(sev1), live)).toBe(true);
  expect(pinsView(views(incident({})), live)).toBe(false);
  expect(pinsView(views({ ...sev1, acknowledgedAt: at, acknowledgedBy: 'Amina' }), live)).toBe(false);
  expect(pinsView(views({ ...sev1, resolvedAt: at }), live)).toBe(false);
  expect(pinsView(views(sev1), { kind: 'stale', at: 0 })).toBe(false);
});

it('a wall is told which severities interrupt it: that one and what is graver, or none', { tags: ['T-5'] }, () => {
  const held = (['sev1', 'sev2', 'sev3'] as const).map((severity) => views(incident({ severity })));
  const by = (from: 'none' | 'sev1' | 'sev2' | 'sev3') => held.map((one) => pinsView(one, live, from));
  expect([by('none'), by('sev1'), by('sev2'), by('sev3')]).toEqual([
    [false, false, false],
    [true, false, false],
    [true, true, false],
    [true, true, true],
  ]);
});

it('the kill switch has its own minute and band: its incident, which nobody can take up meanwhile, holds no view', {
  tags: ['T-5', 'D-23'],
}, () => {
  const own = incident({ severity: 'sev1', cause: 'killSwitch' });
  expect(pinsView(views(own), live, 'sev3')).toBe(false);
  expect(pinsView(views(own, incident({ id: 'INC-2', severity: 'sev1', cause: 'chainBroken' })), live)).toBe(true);
});

it('that there is no incident is told only while it is known; that nobody knows is told otherwise', { tags: ['T-8', 'K-10'] }, () => {
  const over = views(incident({ resolvedAt: at }));
  const read = { state: 'ready', unread: 0 } as const;
  expect(quietOf(over, { ...read, freshness: live })).toBe('none');
  expect(quietOf(over, { ...read, freshness: { kind: 'asOf', at: 0, why: { kind: 'disconnected' } } })).toBe('unknown');
  expect(quietOf([], { ...read, freshness: { kind: 'never' } })).toBe('unknown');
  expect(quietOf([], { ...read, freshness: { kind: 'stale', at: 0 } })).toBe('unknown');
  // The active incident is shown itself.
  expect(quietOf(views(incident({})), { ...read, freshness: live })).toBeNull();
});

it('rows that are not read yet, or cannot be, are no proof that there is no incident, however live their age', {
  tags: ['T-9', 'F-25'],
}, () => {
  const said = (state: PanelState, unread = 0) => quietOf([], { state, unread, freshness: live });
  expect((['empty', 'ready', 'loading', 'failed'] as const).map((state) => said(state))).toEqual(['none', 'none', 'unknown', 'unknown']);
  // The damaged row may be an active incident.
  expect([said('empty', 1), said('ready', 1)]).toEqual(['unknown', 'unknown']);
  expect(quietOf(views(incident({})), { state: 'ready', unread: 1, freshness: live })).toBeNull();
});
