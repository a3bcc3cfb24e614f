import { describe, expect, it } from 'vitest';
import { queryOf } from '../../domain/screens/address.ts';
import { readAddress } from '../../domain/screens/readAddress.ts';
import { type Incident, newestIncidents } from '../../contracts/incident.ts';
import { listed } from './listed.ts';
import { bannerOf, earlierLabels, holesIn, incidentViews, notListedLabels, knownUntil } from './model.ts';
import { serviceRows, tellable } from '../../domain/operations/incidentServices.ts';
import { atLeast, standing } from './services.ts';

const businessNow = Date.parse('2025-11-18T11:26:00Z');
const incident = (id: string, over: Partial<Incident> = {}): Incident => ({
  id,
  severity: 'sev2',
  title: `Title ${id}`,
  description: 'What happened.',
  createdAt: '2025-11-18T11:20:00Z',
  affectedServices: [],
  version: 1,
  ...over,
});
const views = (...incidents: readonly Incident[]) =>
  incidentViews({ incidents, components: [], stages: [], businessNow, origin: 'https://console.example' });

describe('the list of incidents', () => {
  it('has the active ones first, the worst of them on top, then the newest', () => {
    const resolvedAt = '2025-11-18T11:25:00Z';
    const ids = views(
      incident('a', { severity: 'sev1', resolvedAt, createdAt: '2025-11-17T09:00:00Z' }),
      incident('b', { severity: 'sev3' }),
      incident('c', { resolvedAt, createdAt: '2025-11-18T09:00:00Z' }),
      incident('d', { severity: 'sev1', createdAt: '2025-11-18T08:00:00Z' }),
    ).map(({ id }) => id);
    expect(ids).toEqual(['d', 'b', 'c', 'a']);
  });

  it('measures what is resolved to its end and what is active to the business clock', () => {
    const [active, resolved] = views(incident('a'), incident('b', { resolvedAt: '2025-11-18T11:22:00Z' }));
    expect([active?.active, active?.lastedMs]).toEqual([true, 6 * 60_000]);
    expect([resolved?.active, resolved?.lastedMs]).toEqual([false, 2 * 60_000]);
    expect(views(incident('c', { createdAt: '2025-11-18T12:00:00Z' }))[0]?.lastedMs).toBe(0);
  });

  it('leads from a service to the screen that shows its state, and says that state where it is held', () => {
    const [view] = incidentViews({
      incidents: [incident('a', { affectedServices: ['database', 'decision_service', 'mailer'] })],
      components: [{ name: 'database', status: 'critical', uptime: 90, latency: { p50: 1, p95: 2 }, version: 1 }],
      stages: [],
      businessNow,
      origin: 'https://console.example',
    });
    expect(view?.services).toMatchObject([
      { name: 'database', title: 'Database', href: '/system/health', state: { word: 'Critical', look: 'bad', about: 'database' } },
      { name: 'decision_service', title: 'Decision Service', href: '/operations/pipeline', state: null },
      { name: 'mailer', title: 'mailer', href: null, state: null },
    ]);
  });

  it('asks why a broken chain is resolved: this device cannot say whether it holds again', { tags: ['T-4', 'D-9'] }, () => {
    const holds = (cause?: string) => views(incident('a', { affectedServices: [], ...(cause !== undefined && { cause }) }))[0]?.stillHolds;
    expect(holds('chainBroken')).toEqual(['Verification chain: not known here whether it holds again']);
    expect(holds('recordBroken')).toEqual(['Audit record: not known here whether it holds again']);
    expect([holds('killSwitch'), holds()]).toEqual([[], []]);
  });

  it('opens its own runbooks, links others on the web, and draws as text what a click would run', {
    tags: ['C-37', 'G-14', 'A-12'],
  }, () => {
    const runbookOf = (runbookUrl: string) => views(incident('a', { runbookUrl }))[0]?.runbook;
    expect(runbookOf('https://console.example/system/incidents?runbook=queue-lag')).toEqual({ kind: 'console', name: 'queue-lag' });
    expect(runbookOf('https://runbooks.example/lag')).toEqual({ kind: 'web', href: 'https://runbooks.example/lag' });
    expect(runbookOf('https://elsewhere.example/system/incidents?runbook=x')).toMatchObject({ kind: 'web' });
    const unfit = ['javascript:alert(1)', 'data:text/html,x', 'not an address', 'http://runbooks.example/lag', 'https://a@evil.example/'];
    expect(unfit.map(runbookOf)).toEqual(unfit.map((text) => ({ kind: 'text', text })));
    expect(views(incident('a'))[0]?.runbook).toBeNull();
  });

  it('tells the timeline in words, and does without one in rows of an older build', { tags: ['C-37', 'T-5', 'P-7'] }, () => {
    const at = '2025-11-18T11:21:00Z';
    const timeline = [
      { place: 1, at, kind: 'opened', by: '', text: '' },
      { place: 2, at, kind: 'acknowledged', by: 'Chebet Koech', text: '' },
      { place: 3, at, kind: 'note', by: 'Otieno Odhiambo', byId: 'usr-demo-bank', text: 'Two workers added.' },
      { place: 4, at, kind: 'note', by: 'Chebet Koech', text: 'Nothing gets through.', severity: 'sev1' },
      { place: 5, at, kind: 'resolved', by: '', text: 'Within the objective again.' },
    ] as const;
    const [view] = views(incident('a', { timeline: [...timeline], acknowledgedAt: at, acknowledgedBy: 'Chebet Koech' }));
    expect(view?.timeline.map(({ title }) => title)).toEqual([
      'Opened by the platform',
      'Acknowledged by Chebet Koech',
      'Note by Otieno Odhiambo',
      'Raised to SEV1 by Chebet Koech',
      'Resolved by the platform',
    ]);
    // The platform's own lines have no account (null); older rows did not record one (undefined).
    expect(view?.timeline.map(({ account }) => account)).toEqual([null, undefined, 'usr-demo-bank', undefined, null]);
    expect([view?.state, view?.acknowledged]).toEqual(['acknowledged', { at, by: 'Chebet Koech' }]);
    expect(views(incident('b'))[0]?.timeline).toEqual([]);
  });
});

describe('a time line of which the newest lines are here', { tags: ['G-20'] }, () => {
  const at = (...places: number[]) => places.map((place) => ({ place }));

  it('has a hole before the first of them, and after the line that it was resolved by; a whole one has none', () => {
    expect(holesIn(at(1, 2, 3))).toEqual([]);
    expect(holesIn([])).toEqual([]);
    expect(holesIn(at(41, 42))).toEqual([{ after: 0, before: 41 }]);
    expect(holesIn(at(4, 41, 42))).toEqual([
      { after: 0, before: 4 },
      { after: 4, before: 41 },
    ]);
    // For a fetched page, the lines before it are known to be shown already.
    expect(holesIn(at(5, 6), 4)).toEqual([]);
    expect(holesIn(at(7, 8), 4)).toEqual([{ after: 4, before: 7 }]);
  });

  it('says how many are missing, and how many of them one press brings', () => {
    expect(earlierLabels({ after: 0, before: 2 }, 50)).toBe('Show 1 earlier line');
    expect(earlierLabels({ after: 4, before: 41 }, 50)).toBe('Show 36 earlier lines');
    expect(earlierLabels({ after: 0, before: 1813 }, 50)).toBe('Show 50 of 1,812 earlier lines');
  });
});

describe('the services', { tags: ['C-37'] }, () => {
  it('all stand with their state and the incidents that touch them, those in trouble first', () => {
    const at = (createdAt: string) => ({ createdAt, affectedServices: ['database'] });
    const all = views(
      incident('a', at('2025-11-18T11:20:00Z')),
      incident('b', { ...at('2025-11-17T09:00:00Z'), resolvedAt: '2025-11-17T10:00:00Z' }),
      incident('c', { ...at('2025-11-16T09:00:00Z'), resolvedAt: '2025-11-16T10:00:00Z' }),
    );
    const rows = serviceRows(all, {
      components: [{ name: 'database', status: 'critical', uptime: 90, latency: { p50: 1, p95: 2 }, version: 1 }],
      stages: [],
    });
    expect(rows).toHaveLength(8);
    expect([rows[0]?.title, rows[0]?.state?.word, rows[0]?.active.map(({ id }) => id), rows[0]?.last?.id]).toEqual([
      'Database',
      'Critical',
      ['a'],
      'b',
    ]);
    expect(rows.slice(1).every(({ active, state }) => active.length === 0 && state === null)).toBe(true);
  });

  it('and the one that was resolved last is the last, with the moment in which it was, not in which it began', {
    tags: ['T-8', 'C-37'],
  }, () => {
    const affectedServices = ['database'];
    const all = views(
      incident('short', { affectedServices, createdAt: '2025-11-17T09:00:00Z', resolvedAt: '2025-11-17T09:10:00Z' }),
      incident('long', { affectedServices, createdAt: '2025-11-10T09:00:00Z', resolvedAt: '2025-11-18T08:00:00Z' }),
    );
    const [database] = serviceRows(all, { components: [], stages: [] }).filter(({ name }) => name === 'database');
    expect([database?.last?.id, database?.last?.resolvedAt]).toEqual(['long', '2025-11-18T08:00:00Z']);
  });

  it('and how it stands is counted over thirty days', () => {
    const over = (id: string, minutes: number, day = '17') =>
      incident(id, { createdAt: `2025-11-${day}T09:00:00Z`, resolvedAt: `2025-11-${day}T09:${String(minutes).padStart(2, '0')}:00Z` });
    const old = incident('old', { createdAt: '2025-09-01T09:00:00Z', resolvedAt: '2025-09-01T09:59:00Z' });
    const all = views(incident('a'), over('b', 10), over('c', 20, '16'), old);
    expect(standing(all, businessNow, all.length)).toEqual({ active: 1, takenUp: 0, resolved: '2', median: '15 min', newestOnly: false });
    expect(standing([], businessNow, null).median).toBe('–');
  });

  it('claims no more than the newest it was sent: where thirty days had more, it says so', { tags: ['M-11', 'C-37'] }, () => {
    const over = (place: number) => incident(`b${place}`, { createdAt: '2025-11-17T09:00:00Z', resolvedAt: '2025-11-17T09:10:00Z' });
    const all = views(incident('open'), ...Array.from({ length: newestIncidents }, (_, place) => over(place)));
    expect(standing(all, businessNow, 5_000)).toMatchObject({ active: 1, resolved: '200+', newestOnly: true });
    expect(standing(all, businessNow, all.length)).toMatchObject({ resolved: '200', newestOnly: false });
    // The most recently resolved ones reach back more than thirty days, so all of that period are stored.
    expect(standing(all.slice(0, -1), businessNow, 5_000)).toMatchObject({ resolved: '199', newestOnly: false });
    expect(notListedLabels(3, 5_000)).toBe('3 of 5,000 incidents are on this device');
    expect([notListedLabels(3, 3), notListedLabels(3, null)]).toEqual([null, null]);
  });

  it('counts as the least there are while one of them is damaged on this device', { tags: ['T-9', 'F-25'] }, () => {
    expect(standing(views(incident('a')), businessNow, 2, 1).resolved).toBe('0+');
    expect([atLeast(2, 1), atLeast(2, 0), atLeast(0, 1)]).toEqual(['2+', '2', '0+']);
  });
});

describe('the address', () => {
  it('keeps filters, details and questions, and gives them back', { tags: ['D-28'] }, () => {
    const text = 'status=active&severity=sev2&q=lag&sort=-opened&open=INC-0042&runbook=queue-lag&control=stop';
    expect(queryOf('incidents', readAddress('incidents', new URLSearchParams(text)))).toBe(text);
    expect(queryOf('incidents', readAddress('incidents', new URLSearchParams('status=other&severity=sev9&control=explode')))).toBe('');
  });

  it('lists what is asked for', { tags: ['D-28'] }, () => {
    const all = views(
      incident('INC-1', { affectedServices: ['decision_service'] }),
      incident('INC-2', { severity: 'sev1', acknowledgedAt: '2025-11-18T11:21:00Z', acknowledgedBy: 'Chebet' }),
      incident('INC-3', { resolvedAt: '2025-11-18T11:25:00Z' }),
    );
    const ids = (query: string) => listed(all, readAddress('incidents', new URLSearchParams(query))).map(({ id }) => id);
    expect(ids('')).toEqual(['INC-2', 'INC-1', 'INC-3']);
    expect([ids('status=active'), ids('status=resolved'), ids('severity=sev1')]).toEqual([['INC-2', 'INC-1'], ['INC-3'], ['INC-2']]);
    expect([ids('q=decision service'), ids('q=chebet'), ids('q=nothing')]).toEqual([['INC-1'], ['INC-2'], []]);
  });
});

describe('the banner', () => {
  it('names the worst active incident and counts the others', () => {
    expect(bannerOf(views(incident('a')), false)).toEqual({ tone: 'warn', lead: 'SEV2 incident active:', text: 'Title a', id: 'a' });
    expect(bannerOf(views(incident('a'), incident('b', { severity: 'sev1' })), false)).toEqual({
      tone: 'bad',
      lead: '2 incidents active:',
      text: 'Title b and 1 more',
      id: 'b',
    });
  });

  it('claims nothing that is no longer known', () => {
    expect(bannerOf(views(incident('a', { severity: 'sev1' })), true)).toEqual({
      tone: 'offline',
      lead: 'SEV1 incident was active:',
      text: 'Title a',
      id: 'a',
    });
  });

  it('is not there when all is resolved', () => {
    expect(bannerOf(views(incident('a', { resolvedAt: '2025-11-18T11:22:00Z' })), false)).toBeNull();
  });
});

describe('states of services', () => {
  it('are told as halted under the kill switch, and as not known once nobody knows', { tags: ['T-5', 'T-8'] }, () => {
    const rows = ['state'];
    expect(tellable(rows, { kind: 'live', at: 0 })).toEqual(rows);
    expect(tellable(rows, { kind: 'halted', at: 0, by: 'Wanjiru Kamau' })).toEqual(rows);
    expect(tellable(rows, { kind: 'stale', at: 0 })).toEqual([]);
    expect(tellable(rows, { kind: 'asOf', at: 0, why: { kind: 'disconnected' } })).toEqual([]);
    expect(tellable(undefined, { kind: 'live', at: 0 })).toEqual([]);
  });
});

it('an incident lasts up to the moment up to which that is known: an outage adds nothing to it', { tags: ['T-8', 'D-15'] }, () => {
  const [now, at] = [10_000, 4_000];
  expect(knownUntil(now, { kind: 'live', at })).toBe(now);
  expect(knownUntil(now, { kind: 'never' })).toBe(now);
  for (const lost of [
    { kind: 'asOf', at, why: { kind: 'disconnected' } },
    { kind: 'stale', at },
    { kind: 'halted', at, by: 'Amina' },
  ] as const)
    expect(knownUntil(now, lost)).toBe(at);
  expect(knownUntil(3_000, { kind: 'stale', at })).toBe(3_000);
});
