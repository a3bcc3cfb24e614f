import { describe, expect, it } from 'vitest';
import type { Problem } from '../contracts/problem.ts';
import { type Topic, topics } from '../contracts/realtime/event.ts';
import type { ConnectionStatus, ResourceKey } from '../contracts/rpc.ts';
import { answerGraceMs } from './freshness.ts';
import { resourceFreshness } from './resourceFreshness.ts';
import { freshnessRuleOf, resourceKeys } from './resources.ts';

/** Which topics carry a resource's rows; every other resource is only fetched. Total: a new resource does not compile until it has a line. */
const carriedBy: Readonly<Record<ResourceKey, readonly Topic[]>> = {
  kpis: ['kpis'],
  health: ['health'],
  pipeline: ['pipeline'],
  dlq: ['pipeline'],
  verifications: ['verifications'],
  killSwitch: ['system'],
  evidence: [],
  jwks: [],
  activity: [],
  notifications: [],
  confidence: [],
  refinanceSummary: [],
  rbfSummary: [],
  refinancePortfolios: [],
  rbfPayments: [],
  schools: [],
  incidents: [],
  aiAgents: [],
  aiAgreement: [],
  aiOverrides: [],
  aiTrail: [],
  audit: [],
  savedViews: [],
  manifests: [],
  'series:1h': [],
  'series:24h': [],
  'series:7d': [],
  'series:30d': [],
};

const problem: Problem = { code: 'internal', message: 'no', retry: true, status: 500 };
const asked = 1_000_000;
const everyTopic: readonly Topic[] = [...topics, 'system'];
const heardAt = (at: number, on: readonly Topic[] = everyTopic) => Object.fromEntries(on.map((topic) => [topic, at]));
const up = (at: number, on?: readonly Topic[]): ConnectionStatus => ({
  state: 'connected',
  transport: 'sse',
  since: 0,
  newestAt: at,
  heardAt: heardAt(at, on),
});
const silent: ConnectionStatus = {
  state: 'reconnecting',
  transport: 'sse',
  attempt: 1,
  maxAttempts: 10,
  nextTryAt: 0,
  since: 0,
  newestAt: asked,
  heardAt: heardAt(asked),
};
const answered = { lastSuccessAt: asked, lastFailure: null };

describe.each([...resourceKeys, 'killSwitch'] as const)('[M-11] [D-15] %s', (key) => {
  const { refetchMs, staleAfterMs } = freshnessRuleOf(key);
  const topicsOf = carriedBy[key];
  const carried = topicsOf.length > 0;

  it('is live right after an answer if anything keeps it up', () => {
    const said = resourceFreshness(key, answered, up(asked), asked + 1000);
    expect(said.kind).toBe(carried || refetchMs !== undefined ? 'live' : 'asOf');
  });

  it('[F-37] says as of, and why, from the moment its fetch failed, with the stream as healthy as can be', () => {
    expect(resourceFreshness(key, { lastSuccessAt: asked, lastFailure: problem }, up(asked + 1000), asked + 1000)).toMatchObject({
      kind: 'asOf',
      why: { kind: 'failed', problem },
    });
  });

  it('stays live past its interval only where the stream carries its rows', () => {
    const past = asked + (refetchMs ?? 0) + answerGraceMs + 1;
    expect(resourceFreshness(key, answered, up(past), past).kind === 'live').toBe(carried);
  });

  it('[F-31] is not live on a link that is silent', () => {
    expect(resourceFreshness(key, answered, silent, asked + 1000)).toMatchObject({ kind: 'asOf', why: { kind: 'disconnected' } });
  });

  it('is not live while a change that was told of has not come', () => {
    const late = asked + 1000 + answerGraceMs + 1;
    expect(resourceFreshness(key, { ...answered, owed: { at: asked + 1000 } }, up(late), late)).toMatchObject({
      kind: 'asOf',
      at: asked,
      why: { kind: 'changed' },
    });
  });

  it('is vouched for by its own topics and by no other', () => {
    const past = asked + (refetchMs ?? 0) + answerGraceMs + 1;
    const others = everyTopic.filter((topic) => !topicsOf.includes(topic));
    expect(resourceFreshness(key, answered, up(past, others), past).kind).not.toBe('live');
    expect(resourceFreshness(key, answered, up(past, topicsOf), past).kind === 'live').toBe(carried);
  });

  it('[M-4] [F-16] is as of its last answer, with the reason, where the device has no room for what arrives, whoever vouches for it', () => {
    const full: Problem = { code: 'storage', cause: 'full', message: 'No room.', retry: true };
    const at = asked + 1000;
    expect(resourceFreshness(key, answered, up(at), at, full)).toEqual({ kind: 'asOf', at: asked, why: { kind: 'failed', problem: full } });
    const other: Problem = { code: 'storage', message: 'A mark was not written.', retry: true };
    expect(resourceFreshness(key, answered, up(at), at, other)).toEqual(resourceFreshness(key, answered, up(at), at));
  });

  it('is stale once its age is past its limit', () => {
    if (!Number.isFinite(staleAfterMs)) return;
    const past = asked + staleAfterMs + 1;
    expect(resourceFreshness(key, answered, { ...silent, heardAt: heardAt(0) }, past)).toMatchObject({ kind: 'stale', at: asked });
  });

  it('is not known where nothing was ever fetched', () => {
    expect(resourceFreshness(key, null, up(asked), asked)).toEqual({ kind: 'never' });
    expect(resourceFreshness(key, { lastSuccessAt: null, lastFailure: problem }, up(asked), asked)).toEqual({ kind: 'never' });
  });
});
