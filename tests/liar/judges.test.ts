import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Facts } from '../../e2e/liar/facts.ts';
import { judges } from '../../e2e/liar/judges.ts';
import { notJudged } from '../../e2e/liar/notJudged.ts';
import { paths, scheduleOf } from '../../e2e/liar/schedule.ts';
import { root } from '../../scripts/root.mjs';

const folder = 'src/domain/claims';
const kinds = readdirSync(join(root, folder))
  .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  .flatMap((name) => [...readFileSync(join(root, folder, name), 'utf8').matchAll(/\bdecides\(\s*'(\w+)'/gu)].map(([, kind = '']) => kind));

const at = '2026-11-25T06:00:00Z';
const stage = {
  name: 'outbox_pump',
  status: 'red',
  queueDepth: 1,
  processingRate: 1,
  errorCount: 0,
  lastProcessedAt: at,
  sloThresholdMinutes: 2,
  currentLagMinutes: 9,
  version: 1,
} as const;

const note = { 'decision-0000001': { kind: 'note', incidentId: 'INC-1', text: 'Called.' } } as const;
const promotion = { 'decision-0000002': { kind: 'promote', items: [{ itemId: 'DLQ-1', version: 2 }] } } as const;

/** For each judge, facts that make a "yes" a lie and facts that make it true. */
const facts: Readonly<Record<string, { readonly about: string; readonly lie: object; readonly truth: object }>> = {
  link: { about: 'platform', lie: { linkOpen: false }, truth: { linkOpen: true } },
  live: {
    about: 'dlq',
    lie: { linkOpen: true, behind: { dlq: ['DLQ-1@3'] } },
    truth: { linkOpen: true, behind: { dlq: [], kpis: ['k@1'] } },
  },
  kpi: {
    about: 'accuracy',
    lie: { kpis: { verificationAccuracy: { status: 'amber' } } },
    truth: { kpis: { verificationAccuracy: { status: 'green' } } },
  },
  stage: { about: 'outbox_pump', lie: { pipeline: [stage] }, truth: { pipeline: [{ ...stage, status: 'green' }] } },
  withinSlo: { about: 'pipeline', lie: { pipeline: [stage] }, truth: { pipeline: [{ ...stage, currentLagMinutes: 2 }] } },
  component: {
    about: 'database',
    lie: { health: [{ name: 'database', status: 'critical' }] },
    truth: { health: [{ name: 'database', status: 'healthy' }] },
  },
  health: { about: 'health', lie: { health: [{ status: 'healthy' }, { status: 'unknown' }] }, truth: { health: [{ status: 'healthy' }] } },
  onTrack: { about: 'rbf', lie: { month: { paidCount: 3, failedCount: 1 } }, truth: { month: { paidCount: 3, failedCount: 0 } } },
  record: {
    about: 'VRF-1',
    lie: { verifications: [{ vrfId: 'VRF-1', status: 'disputed' }] },
    truth: { verifications: [{ vrfId: 'VRF-1', status: 'verified' }] },
  },
  worm: {
    about: 'EP-1',
    lie: { packs: [{ packId: 'EP-1', wormStatus: 'error' }] },
    truth: { packs: [{ packId: 'EP-1', wormStatus: 'locked' }] },
  },
  paid: {
    about: 'RBF-1',
    lie: { payments: [{ payment_id: 'RBF-1', payment: { status: 'failed' } }] },
    truth: { payments: [{ payment_id: 'RBF-1', payment: { status: 'paid' } }] },
  },
  sold: {
    about: 'DGN-1',
    lie: { portfolios: [{ portfolioId: 'DGN-1', state: 'packaged' }] },
    truth: { portfolios: [{ portfolioId: 'DGN-1', state: 'sold' }] },
  },
  resolved: { about: 'INC-1', lie: { incidents: [{ id: 'INC-1' }] }, truth: { incidents: [{ id: 'INC-1', resolvedAt: at }] } },
  quiet: { about: 'incidents', lie: { incidents: [{ id: 'INC-1' }] }, truth: { incidents: [] } },
  performing: {
    about: 'SCH-1',
    lie: { schools: [{ schoolId: 'SCH-1', fuelSavingsPercent: 3, uptime: 99 }] },
    truth: { schools: [{ schoolId: 'SCH-1', fuelSavingsPercent: 30, uptime: 99 }] },
  },
  agentActive: {
    about: 'AGT-1',
    lie: { agents: [{ agentId: 'AGT-1', mode: 'shadow' }] },
    truth: { agents: [{ agentId: 'AGT-1', mode: 'active' }] },
  },
  enabled: {
    about: 'AGT-1',
    lie: { agents: [{ agentId: 'AGT-1', enabled: false }] },
    truth: { agents: [{ agentId: 'AGT-1', enabled: true }] },
  },
  approved: {
    about: 'OVR-1',
    lie: { overrides: [{ overrideId: 'OVR-1', status: 'pending' }] },
    truth: { overrides: [{ overrideId: 'OVR-1', status: 'approved' }] },
  },
  letterSent: {
    about: 'l-1',
    lie: { accounts: [{ id: 'u-1', letters: [{ id: 'l-1', state: 'waiting' }] }] },
    truth: { accounts: [{ id: 'u-1', letters: [{ id: 'l-1', state: 'sent' }] }] },
  },
  active: { about: 'u-1', lie: { accounts: [{ id: 'u-1', status: 'suspended' }] }, truth: { accounts: [{ id: 'u-1', status: 'active' }] } },
  verified: {
    about: 'RBF-1',
    lie: { signed: { payments: { 'RBF-1': false }, portfolios: {} } },
    truth: { signed: { payments: { 'RBF-1': true }, portfolios: {} } },
  },
  signatures: {
    about: 'portfolios',
    lie: { signed: { payments: {}, portfolios: { 'DGN-1': true, 'DGN-2': false } } },
    truth: { signed: { payments: { 'RBF-1': false }, portfolios: { 'DGN-1': true } } },
  },
  chainIntact: { about: 'demo', lie: { chain: false }, truth: { chain: true } },
  recordIntact: { about: 'demo', lie: { record: false }, truth: { record: true } },
  sent: {
    about: 'decision-0000001',
    lie: { decisions: note, incidents: [{ id: 'INC-1', timeline: [{ text: 'Another.' }] }] },
    truth: { decisions: note, incidents: [{ id: 'INC-1', timeline: [{ text: 'Called.' }] }] },
  },
  promoted: {
    about: 'DLQ-1',
    lie: { decisions: promotion, letters: [{ itemId: 'DLQ-1', version: 2 }] },
    truth: { decisions: promotion, letters: [{ itemId: 'DLQ-2', version: 2 }] },
  },
  processing: { about: 'platform', lie: { halted: true }, truth: { halted: false } },
};

describe('the liar’s oracle', { tags: ['T-9'] }, () => {
  it('judges every kind of claim that there is, or says why not, and none that is gone', () => {
    expect([...Object.keys(judges), ...Object.keys(notJudged)].sort()).toEqual([...new Set(kinds)].sort());
    expect(Object.keys(judges).filter((kind) => kind in notJudged)).toEqual([]);
  });

  it.each(Object.keys(judges))('denies a lie about %s, lets the truth stand, and cannot say without facts', (kind) => {
    const given = facts[kind];
    const judge = judges[kind];
    if (given === undefined || judge === undefined) throw new Error(`no facts for ${kind}`);
    const so = (held: object) => judge.so(given.about, held as Facts /* Only the facts that this judge needs. */);
    expect([so(given.lie), so(given.truth), so({})]).toEqual([false, true, null]);
    // An item that failed again after its promotion is back, with a higher version than the decision was based on.
    if (kind === 'promoted') expect(so({ decisions: promotion, letters: [{ itemId: 'DLQ-1', version: 4 }] })).toBe(true);
    if (kind === 'live') expect(so({ linkOpen: false, behind: { dlq: [] } })).toBe(false);
    if (judge.needs.includes('halted') && kind !== 'processing') expect(so({ ...given.truth, halted: true })).toBe(false);
  });

  it('draws the same schedule for one seed and number, and others for others', () => {
    expect(scheduleOf(7, 3)).toEqual(scheduleOf(7, 3));
    const drawn = Array.from({ length: 200 }, (_, number) => scheduleOf(7, number));
    expect(new Set(drawn.map(({ path, steps }) => `${path} ${steps.join()}`)).size).toBeGreaterThan(150);
    expect(new Set(drawn.map(({ path }) => path)).size).toBe(paths.length);
    expect(new Set(drawn.flatMap(({ steps }) => steps)).size).toBe(27);
  });
});
