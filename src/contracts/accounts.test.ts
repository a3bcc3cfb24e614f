import { describe, expect, it } from 'vitest';
import { everyEndpoint } from './everyEndpoint.ts';
import { downFrameSchema } from './realtime/down.ts';
import { z } from './zod.ts';

interface Node {
  readonly type?: string;
  readonly enum?: unknown;
  readonly properties?: Readonly<Record<string, Node>>;
}

/** Maps a member that names a person to the member with that person's account id; null: the member is the account id itself. */
const accountOf: Readonly<Record<string, string | null>> = {
  requestedBy: null,
  requestedByName: 'requestedBy',
  // The approver is the decider.
  approvedBy: 'decidedById',
};

/** Yields every member that names a person, with its sibling members. Closed enumerations ('platform', 'meter') are not names. */
function* named(
  node: unknown,
  path: string,
): Generator<{ readonly path: string; readonly name: string; readonly beside: readonly string[] }> {
  if (typeof node !== 'object' || node === null) return;
  const { properties } = node as Node;
  const beside = Object.keys(properties ?? {});
  for (const [name, its] of Object.entries(properties ?? {}))
    if (/^by$|(?<!refreshed|named)By(Name)?$/.test(name) && its.enum === undefined && its.properties === undefined)
      yield { path: `${path}.${name}`, name, beside };
  for (const [key, inner] of Object.entries(node)) yield* named(inner, `${path}.${key}`);
}

describe('whoever is named on the wire', { tags: ['P-7', 'A-20', 'D-60'] }, () => {
  it('is told with their account: every name has an id beside it', () => {
    const found = Object.entries(everyEndpoint).flatMap(([id, row]) => [...named(z.toJSONSchema(row.answer, { io: 'input' }), id)]);
    found.push(...named(z.toJSONSchema(downFrameSchema), 'frame'));
    expect(found.length).toBeGreaterThan(10);
    const alone = found.filter(({ name, beside }) => {
      const account = name in accountOf && (name !== 'approvedBy' || !beside.includes('approvedById')) ? accountOf[name] : `${name}Id`;
      return account !== null && !beside.includes(account ?? '');
    });
    expect(alone.map(({ path }) => path)).toEqual([]);
  });
});
