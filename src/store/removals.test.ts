import fc from 'fast-check';
import { expect, it } from 'vitest';
import { claim, noRemovals, noteCleared, noteRemoved, owe, renew, type Removals } from './removals.ts';

const who = fc.record({ tenantId: fc.constantFrom('demo', 'kampala'), userId: fc.constantFrom('u1', 'u2') });
const happens = fc.oneof(
  fc.record({ kind: fc.constant('claim' as const), who }),
  fc.record({ kind: fc.constant('owe' as const), who }),
  fc.record({ kind: fc.constant('renew' as const), who }),
  /** Index into the due removals. */
  fc.record({ kind: fc.constantFrom('cleared' as const, 'removed' as const), which: fc.nat(20) }),
);
const databasesOf = ({ holder }: Removals): readonly string[] => {
  if (holder === null) return [];
  const end = `${holder.tenantId}:${holder.userId}${holder.generation === 0 ? '' : `~${holder.generation}`}`;
  return [`ukweli:${end}`, `ukweli-queries:${end}`];
};

it('whatever the order of coming, leaving and removing: nobody opens what is to be removed, and nothing that was opened is forgotten before it is gone', {
  tags: ['M-2', 'F-35'],
}, () => {
  fc.assert(
    fc.property(fc.array(happens, { maxLength: 40 }), (story) => {
      let removals: Removals = noRemovals;
      const standing = new Set<string>();
      for (const one of story) {
        if (one.kind === 'claim') {
          const before = removals;
          removals = claim(removals, one.who.tenantId, one.who.userId);
          expect(removals.holder).toMatchObject(one.who);
          const due = new Set([...before.due, ...removals.due].map(({ name }) => name));
          for (const name of databasesOf(removals)) {
            expect(due.has(name)).toBe(false);
            standing.add(name);
          }
          // A repeated claim, also by the next hub, gets the same.
          expect(claim(removals, one.who.tenantId, one.who.userId)).toEqual(removals);
        } else if (one.kind === 'renew') {
          const opened = databasesOf(removals);
          removals = renew(removals, one.who.tenantId, one.who.userId);
          expect(removals.holder).toMatchObject(one.who);
          for (const name of databasesOf(removals)) {
            expect(opened, 'never the names that were taken away').not.toContain(name);
            standing.add(name);
          }
        } else if (one.kind === 'owe') {
          const opened = databasesOf(removals);
          const theirs = removals.holder?.tenantId === one.who.tenantId && removals.holder.userId === one.who.userId;
          const owed = owe(removals, one.who.tenantId, one.who.userId);
          if (theirs) expect(owed.names).toEqual(expect.arrayContaining([...opened]));
          removals = owed.removals;
        } else {
          const { name } = removals.due[one.which % Math.max(1, removals.due.length)] ?? { name: '' };
          if (one.kind === 'cleared') removals = noteCleared(removals, name);
          else {
            removals = noteRemoved(removals, name);
            standing.delete(name);
          }
        }
        const known = new Set([...removals.due.map(({ name }) => name), ...databasesOf(removals)]);
        expect([...standing].filter((name) => !known.has(name))).toEqual([]);
      }
    }),
    { numRuns: 500 },
  );
});

it('what somebody was in without a mark of it, as on a full disk, is theirs to be removed when they leave', {
  tags: ['M-2', 'F-16', 'F-35'],
}, () => {
  const left = owe(claim(noRemovals, 'demo', 'u1'), 'demo', 'u1').removals;
  const unstored = claim(left, 'demo', 'u1');
  expect(unstored.holder.generation).toBe(1);
  expect(owe(left, 'demo', 'u1').names).toEqual(expect.arrayContaining([...databasesOf(unstored)]));
  expect(owe(left, 'demo', 'u1').names).toEqual(expect.arrayContaining(left.due.map(({ name }) => name)));
});
