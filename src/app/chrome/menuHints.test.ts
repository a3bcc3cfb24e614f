import { expect, it } from 'vitest';
import type { HealthComponent } from '../../contracts/health.ts';
import type { PipelineStage } from '../../contracts/pipeline.ts';
import { menuHints } from './menuHints.ts';

const nothing = {
  verifications: undefined,
  packs: undefined,
  deadLetters: undefined,
  stages: undefined,
  components: undefined,
  unread: { dlq: 0, health: 0 },
  stale: { verifications: false, evidence: false, pipeline: false, dlq: false, health: false },
};
const stage = (lag: number): PipelineStage => ({
  name: 'decision_service',
  status: 'green',
  queueDepth: 0,
  processingRate: 1,
  errorCount: 0,
  lastProcessedAt: '2025-11-18T11:26:00Z',
  sloThresholdMinutes: 5,
  currentLagMinutes: lag,
  version: 1,
});
const component = (status: HealthComponent['status']): HealthComponent => ({
  name: 'database',
  status,
  uptime: 99.9,
  latency: { p50: 1, p95: 2 },
  version: 1,
});

it('says nothing of what the device does not hold', () => {
  expect(menuHints(nothing)).toEqual({});
});

it('tells of a breach when lag exceeds the limit, not when it equals it', { tags: ['C-61'] }, () => {
  expect(menuHints({ ...nothing, stages: [stage(5)] }).pipeline).toBeUndefined();
  expect(menuHints({ ...nothing, stages: [stage(5.1)] }).pipeline).toEqual({ text: 'Breach', status: 'bad' });
});

it('counts dead letters as something to look at, and an empty queue as nothing', () => {
  expect(menuHints({ ...nothing, deadLetters: 3 }).dlq).toEqual({ text: '3 items', status: 'warn' });
  expect(menuHints({ ...nothing, deadLetters: 0 }).dlq).toEqual({ text: '0 items', status: null });
});

it('counts the components that are healthy', () => {
  expect(menuHints({ ...nothing, components: [component('healthy'), component('unknown')] }).health).toEqual({
    text: '1 of 2',
    status: 'warn',
  });
  expect(menuHints({ ...nothing, components: [component('healthy'), component('critical')] }).health?.status).toBe('bad');
});

it('shows what is no longer known without its colour, and says that it was', { tags: ['D-15'] }, () => {
  const stale = { pipeline: true, dlq: true, health: true, verifications: true, evidence: true };
  const hints = menuHints({ ...nothing, stages: [stage(9)], deadLetters: 3, components: [component('critical')], stale });
  expect([hints.pipeline, hints.dlq, hints.health]).toEqual([
    { text: 'was in breach', status: null },
    { text: 'were 3', status: null },
    { text: 'was 0 of 1', status: null },
  ]);
});

it('what is held and cannot be read counts, and is not taken for healthy', { tags: ['F-25', 'T-9'] }, () => {
  const healthy = [component('healthy'), component('healthy'), component('healthy')];
  const hints = menuHints({ ...nothing, components: healthy, deadLetters: 2, unread: { dlq: 1, health: 1 } });
  expect([hints.health, hints.dlq]).toEqual([
    { text: '3 of 4', status: 'warn' },
    { text: '3 items', status: 'warn' },
  ]);
});

it('counts of records and packs go into the past with their age, as every other count does', { tags: ['D-15', 'T-8'] }, () => {
  const facts = { ...nothing, verifications: 1247, packs: 31 };
  expect(menuHints(facts)).toMatchObject({ verifications: { text: '1,247' }, evidence: { text: '31 packs' } });
  const stale = { ...nothing.stale, verifications: true, evidence: true };
  expect(menuHints({ ...facts, stale })).toMatchObject({
    verifications: { text: 'were 1,247', status: null },
    evidence: { text: 'were 31', status: null },
  });
});
