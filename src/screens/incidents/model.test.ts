import { describe, expect, it } from 'vitest';
import type { Incident } from '../../contracts/incident.ts';
import { bannerOf, incidentViews } from './model.ts';

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
const views = (...incidents: readonly Incident[]) => incidentViews({ incidents, components: [], stages: [], businessNow });

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
    });
    expect(view?.services).toEqual([
      { name: 'database', title: 'Database', href: '/system/health', state: { word: 'Critical', look: 'bad' } },
      { name: 'decision_service', title: 'Decision Service', href: '/operations/pipeline', state: null },
      { name: 'mailer', title: 'mailer', href: null, state: null },
    ]);
  });

  it('links a runbook on the web and nothing that a click would run', () => {
    const of = (runbookUrl: string) => views(incident('a', { runbookUrl }))[0]?.runbook;
    expect(of('https://runbooks.example/lag')).toBe('https://runbooks.example/lag');
    expect(['javascript:alert(1)', 'data:text/html,x', 'not an address'].map(of)).toEqual([null, null, null]);
    expect(views(incident('a'))[0]?.runbook).toBeNull();
  });
});

describe('the banner', () => {
  it('names the worst active incident and counts the others', () => {
    expect(bannerOf(views(incident('a')), false)).toEqual({ tone: 'warn', lead: 'SEV2 incident active:', text: 'Title a' });
    expect(bannerOf(views(incident('a'), incident('b', { severity: 'sev1' })), false)).toEqual({
      tone: 'bad',
      lead: '2 incidents active:',
      text: 'Title b and 1 more',
    });
  });

  it('claims nothing that is no longer known', () => {
    expect(bannerOf(views(incident('a', { severity: 'sev1' })), true)).toEqual({
      tone: 'offline',
      lead: 'SEV1 incident was active:',
      text: 'Title a',
    });
  });

  it('is not there when all is resolved', () => {
    expect(bannerOf(views(incident('a', { resolvedAt: '2025-11-18T11:22:00Z' })), false)).toBeNull();
  });
});
