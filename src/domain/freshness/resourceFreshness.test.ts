import { describe, expect, it } from 'vitest';
import type { Problem } from '../../contracts/problem.ts';
import { type Topic, topics } from '../../contracts/realtime/event.ts';
import { type Resource, type ResourceKey, resources } from '../../contracts/resources.ts';
import type { ConnectionStatus } from '../../contracts/rpc.ts';
import { answerGraceMs } from './freshness.ts';
import { haltKnown, haltOf, isHalted, resourceFreshness } from './resourceFreshness.ts';
import { freshnessRuleOf } from './resources.ts';

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

const everyKey = Object.keys(resources) as readonly ResourceKey[]; // the keys of the literal
describe.each(everyKey)('%s', { tags: ['M-11', 'D-15'] }, (key) => {
  const { refetchMs, staleAfterMs } = freshnessRuleOf(key);
  const { feeds, work }: Resource = resources[key];
  const topicsOf = everyTopic.filter((topic) => feeds[topic] === 'rows' || feeds[topic] === 'both');
  const carried = topicsOf.length > 0;

  it('is live right after an answer if anything keeps it up', () => {
    const said = resourceFreshness(key, answered, up(asked), asked + 1000);
    expect(said.kind).toBe(carried || refetchMs !== undefined ? 'live' : 'asOf');
    if (!carried && refetchMs === undefined) expect(said).toMatchObject({ why: { kind: 'onDemand' } });
  });

  it('says as of, and why, from the moment its fetch failed, with the stream as healthy as can be', { tags: ['F-37'] }, () => {
    expect(resourceFreshness(key, { lastSuccessAt: asked, lastFailure: problem }, up(asked + 1000), asked + 1000)).toMatchObject({
      kind: 'asOf',
      why: { kind: 'failed', problem },
    });
  });

  it('is halted with the work that makes its rows, and only with that', { tags: ['T-5', 'D-23'] }, () => {
    const halt = { at: asked - 60_000, by: 'Wanjiru Kamande' };
    const said = resourceFreshness(key, answered, up(asked), asked + 1000, null, halt);
    expect(said).toEqual(work ? { kind: 'halted', ...halt } : resourceFreshness(key, answered, up(asked), asked + 1000));
  });

  it('stays live past its interval only where the stream carries its rows', () => {
    const past = asked + (refetchMs ?? 0) + answerGraceMs + 1;
    expect(resourceFreshness(key, answered, up(past), past).kind === 'live').toBe(carried);
  });

  it('is not live on a link that is silent', { tags: ['F-31'] }, () => {
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

  it('is as of its last answer, with the reason, where the device has no room for what arrives, whoever vouches for it', {
    tags: ['M-4', 'F-16'],
  }, () => {
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

it('work is halted while the switch is known to be on, since it was pulled and by whom', { tags: ['T-5'] }, () => {
  const pulled = { active: true, reason: 'Meter fraud', by: 'Wanjiru Kamande', since: '2026-11-21T11:02:00Z', version: 3 };
  expect(haltOf(pulled)).toEqual({ at: Date.parse('2026-11-21T11:02:00Z'), by: 'Wanjiru Kamande' });
  expect(haltOf({ ...pulled, active: false })).toBeNull();
  expect(haltOf(null)).toBeNull();
});

it('all work is said to be halted only while the platform says so: not over a link that is gone, nor once it was asked anew and has not answered', {
  tags: ['T-5', 'D-15', 'D-23'],
}, () => {
  const killSwitch = { active: true, reason: 'Meter fraud', by: 'Wanjiru Kamande', since: '2026-11-21T11:02:00Z', version: 3 };
  const halt = { at: Date.parse(killSwitch.since), by: killSwitch.by };
  const connection = { state: 'connected', transport: 'sse', since: 0, newestAt: null } as const;
  const gone = [
    { state: 'disconnected', transport: 'sse', since: 0, newestAt: null },
    { state: 'connecting', transport: 'sse', newestAt: null },
    { state: 'reconnecting', transport: 'sse', attempt: 1, maxAttempts: 3, nextTryAt: 0, since: 0, newestAt: null },
  ] as const;
  expect([haltKnown({ killSwitch, connection }), isHalted({ killSwitch, connection })]).toEqual([halt, true]);
  for (const heard of [{ killSwitch, connection, switchDoubt: true }, ...gone.map((each) => ({ killSwitch, connection: each }))])
    expect([haltKnown(heard), isHalted(heard)]).toEqual([{ ...halt, past: true }, false]);
  expect([haltKnown({ killSwitch: null, connection }), haltKnown({ killSwitch: null, connection, switchDoubt: true })]).toEqual([
    null,
    'unknown',
  ]);
  expect([isHalted({ killSwitch: null, connection }), isHalted({ killSwitch: null, connection, switchDoubt: true })]).toEqual([
    false,
    false,
  ]);
});
