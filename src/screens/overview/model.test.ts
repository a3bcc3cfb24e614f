import { describe, expect, it } from 'vitest';
import { consoleRoles, type LoginRole, loginRoles } from '../../contracts/access.ts';
import type { DeadLetter } from '../../contracts/deadLetter.ts';
import { consoleRoleOf, permissionsOf } from '../../domain/accounts/access.ts';
import type { FreshnessState } from '../../domain/freshness/freshness.ts';
import { screens } from '../../domain/screens/screens.ts';
import { attentionLines } from './attentionModel.ts';
import { activityLines, attentionOf, confidenceView, notificationLines, welcome } from './model.ts';
import { worstFreshness } from '../../domain/freshness/worstFreshness.ts';
import { quickActions, wayTo } from './ways.ts';

const zone = 'Africa/Nairobi';
const now = Date.parse('2025-11-18T11:26:06Z');
const live: FreshnessState = { kind: 'live', at: now - 2000 };
const letter = (itemId: string, failedAt: string): DeadLetter => ({
  itemId,
  errorCode: 'DECISION_TIMEOUT',
  errorMessage: 'x',
  retryCount: 1,
  correlationId: 'c',
  failedAt,
  version: 1,
});
const letters = [
  letter('DLQ-00317', '2025-11-18T08:45:08Z'),
  letter('DLQ-00318', '2025-11-18T09:41:42Z'),
  letter('DLQ-00319', '2025-11-18T10:58:16Z'),
];
const admin = permissionsOf('admin');

describe('welcome', () => {
  it('names the person and what wants a look, in words', () => {
    expect(welcome('Wanjiru Kamande', { alerts: 1, letters: 3 })).toBe(
      'Welcome, Wanjiru. One pipeline alert and three dead letters need attention.',
    );
    expect(welcome('Otieno', { alerts: 0, letters: 1 })).toBe('Welcome, Otieno. One dead letter needs attention.');
    expect(welcome('Otieno', { alerts: 0, letters: 12 })).toBe('Welcome, Otieno. 12 dead letters need attention.');
  });

  it('claims nothing that is not known', () => {
    expect(welcome('Otieno', { alerts: null, letters: null })).toBe('Welcome, Otieno.');
    expect(welcome('Otieno', { alerts: 0, letters: 0 })).toBe('Welcome, Otieno.');
  });
});

describe('attention', () => {
  it("asks for review in the document's words, with how long the oldest waits", { tags: ['C-12'] }, () => {
    expect(attentionOf(letters, { now, serverNow: now, zone, freshness: live })).toEqual({
      words: '3 items in Dead Letter Queue require review',
      detail: 'Oldest waiting 2 h 40 min',
    });
    expect(attentionOf(letters.slice(0, 1), { now, serverNow: now, zone, freshness: live })?.words).toBe(
      '1 item in Dead Letter Queue requires review',
    );
    expect(attentionOf([], { now, serverNow: now, zone, freshness: live })).toBeNull();
  });

  it('counts what cannot be read on this device, also where that is all there is, and does not say how long it has waited', {
    tags: ['C-12', 'F-25'],
  }, () => {
    const facts = { now, serverNow: now, zone, freshness: live } as const;
    expect(attentionOf([], { ...facts, unread: 1 })).toEqual({
      words: '1 item in Dead Letter Queue requires review',
      detail: 'Could not be read on this device',
    });
    expect(attentionOf([], { ...facts, unread: 2, freshness: { kind: 'stale', at: now - 60_000 } })).toMatchObject({
      words: '2 items in Dead Letter Queue require review',
      detail: expect.stringMatching(/^Known at .+, could not be read on this device$/),
    });
    const many = Array.from({ length: 9999 }, () => letters[0] ?? []).flat();
    expect(attentionOf(many, { ...facts, unread: 1 })).toMatchObject({
      words: '10,000 items in Dead Letter Queue require review',
      detail: expect.stringMatching(/^Oldest waiting .+, of 9,999 that could be read$/),
    });
    // The attention list of the other designs shows the same count, as do greeting and card.
    const held = { stages: null, components: null, componentsAt: now, kpis: null, notifications: [], now } as const;
    expect(attentionLines({ ...held, letters: [], lettersUnread: 1 }, new Set())).toMatchObject([
      { title: '1 item in Dead Letter Queue requires review', detail: 'Could not be read on this device' },
    ]);
    expect(attentionLines({ ...held, letters: many, lettersUnread: 1 }, new Set())[0]?.title).toBe(
      '10,000 items in Dead Letter Queue require review',
    );
    expect(welcome('Wanjiru', { alerts: null, letters: 10_000 })).toBe('Welcome, Wanjiru. 10,000 dead letters need attention.');
  });

  it('says as of when once it is stale', { tags: ['D-15'] }, () => {
    const at = Date.parse('2025-11-18T11:02:08Z');
    expect(attentionOf(letters, { now, serverNow: now, zone, freshness: { kind: 'stale', at } })?.detail).toBe(
      'Known at 14:02, oldest had waited 2 h 17 min',
    );
    expect(attentionOf(letters, { now, serverNow: now + 86_400_000, zone, freshness: { kind: 'stale', at } })?.detail).toBe(
      'Known at 18 Nov, 14:02, oldest had waited 2 h 17 min',
    );
  });

  it("lists warnings under 'Attention Required' and the rest apart", { tags: ['C-12'] }, () => {
    const notification = (notificationId: string, level: 'warning' | 'info' | 'success', link: string | null) => ({
      notificationId,
      level,
      title: notificationId,
      body: 'b',
      time: '2025-11-18T11:12:30Z',
      link,
      version: 1,
    });
    const { attention, rest } = notificationLines(
      [
        notification('a', 'warning', '/operations/dlq'),
        notification('b', 'info', '/a/page/of/another/build'),
        notification('c', 'success', null),
      ],
      admin,
    );
    expect(attention.map(({ id, href }) => [id, href])).toEqual([['a', '/operations/dlq']]);
    expect(rest.map(({ id, status, href }) => [id, typeof status === 'string' ? status : status.look, href])).toEqual([
      ['b', 'info', undefined],
      ['c', 'ok', undefined],
    ]);
  });
});

describe('activity', () => {
  const activity = (n: number, link: string, status: 'success' | 'info' | 'warning') => ({
    activityId: `A-${n}`,
    text: `t${n}`,
    time: '2025-11-18T11:24:12Z',
    link,
    status,
    version: 1,
  });

  it('shows five lines with their status and the way there', { tags: ['C-16'] }, () => {
    const lines = activityLines(
      [
        activity(1, '/operations/verifications?id=VRF-001247', 'success'),
        activity(2, '/operations/pipeline', 'warning'),
        activity(3, '/operations/evidence', 'info'),
        ...[4, 5, 6].map((n) => activity(n, '/operations/pipeline', 'info' as const)),
      ],
      admin,
    );
    expect(lines).toHaveLength(5);
    expect(lines.map(({ status }) => (typeof status === 'string' ? status : status.look))).toEqual(['ok', 'warn', 'info', 'info', 'info']);
    expect(lines[0]?.href).toBe('/operations/verifications?id=VRF-001247');
  });

  it('makes no link of a page the person may not open', { tags: ['D-38'] }, () => {
    const [line] = activityLines([activity(1, '/operations/evidence?pack=EP-0931', 'info')], new Set(['view:dashboard'] as const));
    expect(line?.href).toBeUndefined();
  });
});

describe('ways', () => {
  it('leads only where the person may go, and says why not otherwise', { tags: ['D-38'] }, () => {
    expect(wayTo('/operations/pipeline?stage=x', admin)).toEqual({ href: '/operations/pipeline?stage=x', reason: null });
    expect(wayTo('/operations/evidence', permissionsOf(null))).toEqual({
      href: null,
      reason: `Your role may not open ${screens.evidence.title}.`,
    });
    expect(wayTo('/nowhere', admin).href).toBeNull();
  });

  it.each([
    'javascript:alert(1)',
    '//evil.example/system/health',
    '/\t/evil.example',
    '/system/health\\..\\evil',
    '/system/health?\n',
    '/system/health/../../evil',
    ' /system/health',
  ])('makes no link of %j, in no line that bears it', { tags: ['G-14', 'A-12'] }, (link) => {
    expect(wayTo(link, admin).href).toBeNull();
    const time = '2025-11-18T11:24:12Z';
    const [line] = activityLines([{ activityId: 'A-1', text: 'What happened', time, link, status: 'info', version: 1 }], admin);
    expect([line?.title, line?.href]).toEqual(['What happened', undefined]);
    const notice = { notificationId: 'N-1', level: 'warning', title: 'A warning', body: 'b', time, link, version: 1 } as const;
    expect(notificationLines([notice], admin).attention.map(({ title, href }) => [title, href])).toEqual([['A warning', undefined]]);
  });

  it('gives each role its three quick actions', { tags: ['C-17'] }, () => {
    const labels = (login: LoginRole | null) => quickActions(consoleRoleOf(login), permissionsOf(login)).map(({ label }) => label);
    expect(labels('admin')).toEqual(['View Verifications', 'Check Pipeline', 'System Health']);
    expect(labels('operator')).toEqual(['View Verifications', 'Check Pipeline', 'System Health']);
    expect(labels('auditor')).toEqual(['View Verifications', 'Compliance Reports', 'AI Governance']);
    expect(labels('bank_ops')).toEqual(['View Verifications', 'Check Pipeline', 'Generate Report']);
    expect(labels(null)).toEqual(['View Verifications', 'Compliance Reports', 'AI Governance']);
    for (const login of loginRoles)
      for (const { way } of quickActions(consoleRoleOf(login), permissionsOf(login)))
        expect(way.href !== null || way.reason !== '').toBe(true);
    for (const role of consoleRoles) expect(quickActions(role, admin)).toHaveLength(3);
  });
});

describe('confidence', () => {
  it('shows whole percents and the anomaly rate as a word', { tags: ['C-19', 'D-16'] }, () => {
    const view = confidenceView({
      confidence: 87.4,
      dataQuality: 92,
      ruleAdherence: 95,
      anomalyRate: 'low',
      anomalies: 14,
      sampleSize: 1247,
      lastUpdated: '2025-11-18T11:26:00Z',
    });
    expect(view.value).toBe('87');
    expect(view.parts.map(({ label, value }) => [label, value])).toEqual([
      ['Data quality', '92%'],
      ['Rule adherence', '95%'],
    ]);
    expect(view.anomaly).toEqual({ word: 'Low', level: 1, basis: '14 in 1,247 records' });
  });

  it('a share of no reading, or of no rule, is no 0 %, and neither is what is made of it', { tags: ['T-1', 'T-7'] }, () => {
    const counted = {
      confidence: 0,
      dataQuality: 0,
      ruleAdherence: 95,
      anomalyRate: 'low',
      anomalies: 0,
      sampleSize: 12,
      lastUpdated: '2025-11-18T11:26:00Z',
    } as const;
    const view = confidenceView({ ...counted, readingsExpected: 0, rulesChecked: 60 });
    expect([view.value, ...view.parts.map(({ value }) => value)]).toEqual(['–', '–', '95%']);
    expect(view.parts.map(({ share }) => share)).toEqual([0, 0.95]);
    const unruled = confidenceView({ ...counted, dataQuality: 92, ruleAdherence: 0, readingsExpected: 40, rulesChecked: 0 });
    expect([unruled.value, ...unruled.parts.map(({ value }) => value)]).toEqual(['–', '92%', '–']);
    // A platform that does not send the expected counts: no records, no figure.
    expect(confidenceView({ ...counted, sampleSize: 0 }).value).toBe('–');
    // All of many failed: that is a true 0.
    expect(confidenceView({ ...counted, readingsExpected: 40, rulesChecked: 60 }).value).toBe('0');
  });
});

describe('freshness of a panel of several', () => {
  it('is the worst of them, as of the oldest', { tags: ['D-15'] }, () => {
    const stale: FreshnessState = { kind: 'stale', at: now - 90_000 };
    expect(worstFreshness([live, stale])).toEqual(stale);
    const why = { kind: 'disconnected' } as const;
    expect(worstFreshness([live, { kind: 'asOf', at: now - 60_000, why }])).toEqual({ kind: 'asOf', at: now - 60_000, why });
    expect(worstFreshness([live, { kind: 'live', at: now - 9000 }])).toEqual({ kind: 'live', at: now - 9000 });
    expect(worstFreshness([live, { kind: 'never' }, stale])).toEqual(stale);
    expect(worstFreshness([{ kind: 'never' }])).toEqual({ kind: 'never' });
    expect(worstFreshness([])).toEqual({ kind: 'never' });
  });

  it('says why the worst of them is not live', { tags: ['D-15', 'T-9'] }, () => {
    const why = { kind: 'failed', problem: { code: 'unavailable', message: 'API Error: 503', status: 503, retry: true } } as const;
    const failed: FreshnessState = { kind: 'asOf', at: now - 20_000, why };
    expect(worstFreshness([live, failed])).toEqual(failed);
    expect(worstFreshness([failed, live])).toEqual(failed);
    // Of several equally bad ones: the one with a reason, at the age of the oldest.
    expect(worstFreshness([{ kind: 'asOf', at: now - 30_000 }, failed])).toEqual({ ...failed, at: now - 30_000 });
    expect(worstFreshness([failed, { kind: 'stale', at: now - 90_000, why: { kind: 'disconnected' } }])).toEqual({
      kind: 'stale',
      at: now - 90_000,
      why: { kind: 'disconnected' },
    });
  });
});
