import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type EveryEndpointId, everyEndpoint } from '../../contracts/everyEndpoint.ts';
import type { EventFrame } from '../../contracts/realtime/event.ts';
import { z } from '../../contracts/zod.ts';
import { mayDisplayCall } from './mayDisplayCall.ts';
import { type Decision, tell } from './tell.ts';
import { answerTold, toldAnswers } from './told.ts';
import { eventTold } from './toldEvents.ts';

interface Shape {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly items?: Shape;
  readonly prefixItems?: readonly Shape[];
  readonly anyOf?: readonly Shape[];
}
const shapeOf = (schema: z.core.$ZodType): Shape => z.toJSONSchema(schema, { io: 'input' }) as Shape; // JSON Schema has these members

/** Differences between a shape and its decision: undecided members, and decisions about absent members. */
function undecided(shape: Shape, decision: Decision | undefined, path: string): readonly string[] {
  const inner = shape.anyOf?.find(({ type }) => type !== 'null') ?? shape;
  if (decision === undefined) return [path];
  if (decision === 'leftOut' || (typeof decision === 'object' && 'instead' in decision)) return [];
  if (inner.properties !== undefined) {
    const members = typeof decision === 'object' && 'members' in decision ? decision.members : {};
    const names = new Set([...Object.keys(inner.properties), ...Object.keys(members)]);
    return [...names].flatMap((name) => {
      const member = inner.properties?.[name];
      return member === undefined ? [`${path}.${name} is not there`] : undecided(member, members[name], `${path}.${name}`);
    });
  }
  if (decision === 'told') return inner.items?.properties === undefined ? [] : [`${path}[] is told whole`];
  if (!('each' in decision)) return [`${path} has no members`];
  const { each, rest = each } = decision;
  const item = inner.items ?? inner.prefixItems?.[0] ?? {};
  return [...undecided(item, each, `${path}[]`), ...undecided(item, rest, `${path}[]`)];
}

const told = Object.entries(toldAnswers) as [EveryEndpointId, Decision][]; // entries of that object

describe('what a display is told of an answer', { tags: ['G-17', 'A-27'] }, () => {
  it.each(told)('is decided member by member: %s', (id, decision) => {
    expect(undecided(shapeOf(everyEndpoint[id].answer), decision, id)).toEqual([]);
  });

  it('a member that is new to an answer, or to an item of its list, is found undecided and is not told', () => {
    const { incidents } = everyEndpoint.incidents.answer.shape;
    const item = z.extend(incidents.def.element, { remark: z.string() });
    const schema = z.extend(everyEndpoint.incidents.answer, { incidents: z.array(item), countedBy: z.string() });
    expect(undecided(shapeOf(schema), toldAnswers.incidents, '')).toEqual(['.incidents[].remark', '.incidents[].remark', '.countedBy']);
    const answer = { incidents: [{ id: 'INC-1', severity: 'sev1', createdAt: '', remark: 'canary' }], countedBy: 'canary', totalCount: 1 };
    expect(answerTold('incidents', answer)).toEqual({ incidents: [{ id: 'INC-1', severity: 'sev1', createdAt: '' }], totalCount: 1 });
  });

  it('a call that is not in the table is refused, whatever the display reads', () => {
    const all = Object.keys(everyEndpoint) as EveryEndpointId[]; // keys of that object
    const may = all.filter((id) => everyEndpoint[id].needs !== 'public' && mayDisplayCall(id, all));
    expect(may.toSorted()).toEqual([...told.map(([id]) => id), 'events', 'poll'].toSorted());
  });

  it('nothing that is not decided on is told, and nothing is made up, whatever comes', () => {
    const decision: Decision = {
      members: { a: 'told', b: { instead: '' }, c: { each: { members: { a: 'told' } }, shown: 1, rest: 'leftOut' }, d: 'leftOut' },
    };
    fc.assert(
      fc.property(fc.constantFrom('a', 'b', 'c', 'd', 'e', '__proto__'), fc.jsonValue(), (name, value) => {
        const out = tell(Object.fromEntries([[name, value]]), decision) as Record<string, unknown>; // an object yields an object
        expect(Object.keys(out).every((each) => ['a', 'b', 'c'].includes(each) && each === name)).toBe(true);
        if (name === 'b') expect(out['b']).toBe('');
        if (name === 'a') expect(hasMembers(out['a'])).toBe(false);
        if (name === 'c')
          expect(Array.isArray(out['c'] ?? []) ? ((out['c'] as unknown[] | undefined)?.length ?? 0) : 0).toBeLessThanOrEqual(1);
      }),
    );
  });
});

/** True if the value contains an object with members: a `told` value must not, since nobody decided on those members. */
function hasMembers(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(hasMembers);
  return typeof value === 'object' && value !== null && Object.keys(value).length > 0;
}

describe('what a display is told of an event', { tags: ['G-17', 'A-27'] }, () => {
  const frame = (type: string, resourceId: string, data: Record<string, unknown>): EventFrame => ({
    type,
    resourceId,
    data,
    tenantId: 'demo',
    version: 3,
    ts: '2026-11-28T12:00:00.000Z',
    correlationId: 'act-of-wanjiru',
    seq: 8,
    prev: 7,
  });

  it('its place in the log, and of its data what is decided; never by whose act it came', () => {
    const event = frame('system.kill_switch', 'kill-switch', {
      active: true,
      reason: 'drill',
      by: 'Wanjiru',
      byId: 'acc-1',
      since: null,
      version: 3,
    });
    expect(eventTold(event, 'dsp-1')).toEqual({
      ...event,
      correlationId: '',
      data: { active: true, reason: 'drill', by: '', since: null, version: 3 },
    });
  });

  it('that something befell somebody else, so that it does not take it for itself; what befell it, whole', () => {
    for (const type of ['system.display_changed', 'system.role_changed', 'system.revoked', 'system.of_another_build']) {
      const other = eventTold(frame(type, 'acc-wanjiru', { userId: 'acc-wanjiru', name: 'Wanjiru' }), 'dsp-1');
      expect([other.resourceId, other.data]).toEqual(['somebody', { userId: 'somebody' }]);
      const own = eventTold(frame(type, 'dsp-1', { userId: 'dsp-1' }), 'dsp-1');
      expect([own.resourceId, own.data]).toEqual(['dsp-1', { userId: 'dsp-1' }]);
    }
  });
});
