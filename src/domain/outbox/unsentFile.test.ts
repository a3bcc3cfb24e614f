import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Command, OutboxItem } from '../../contracts/outbox.ts';
import { unsentFile, unsentFileName } from './unsentFile.ts';

const text = fc.string({ minLength: 1, maxLength: 40, unit: 'grapheme' });
const command: fc.Arbitrary<Command> = fc.oneof(
  fc.record({
    kind: fc.constant('promote' as const),
    items: fc.array(fc.record({ itemId: text, version: fc.nat() }), { minLength: 1, maxLength: 5 }),
  }),
  fc.record({
    kind: fc.constant('note' as const),
    incidentId: text,
    text: fc.array(text, { minLength: 1 }).map((lines) => lines.join('\n')),
  }),
  fc.record({ kind: fc.constant('acknowledge' as const), incidentId: text }),
);
const item = (place: number, action: Command, decidedAt: number, maybeDone: boolean): OutboxItem => ({
  place,
  key: `decision-${place}.000000`,
  decision: `decision-${place}`,
  command: action,
  state: 'pending',
  decidedAt,
  attempts: 0,
  maybeDone,
  notBefore: null,
  problem: null,
  settledAt: null,
});

it('the file holds every action with its time, whether it may have arrived, and the whole of it to be read back', {
  tags: ['M-3', 'F-38'],
}, () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(command, fc.integer({ min: 0, max: 4_000_000_000_000 }), fc.boolean()), { minLength: 1, maxLength: 8 }),
      (decided) => {
        const items = decided.map(([action, at, maybe], place) => item(place, action, at, maybe));
        const file = unsentFile(items, { person: 'Brian', tenant: 'Demo' }, 0);
        const whole = file.split('\n').flatMap((line) => (line.startsWith('   In full: ') ? [JSON.parse(line.slice(12))] : []));
        expect(whole).toEqual(items.map(({ command: action }) => action));
        expect(file.match(/^ {3}Decided: /gm)?.length).toBeGreaterThanOrEqual(items.length);
        expect(file.match(/it may have taken effect/g)?.length ?? 0).toBe(items.filter(({ maybeDone }) => maybeDone).length);
      },
    ),
  );
});

it('reads as people write it', { tags: ['M-3'] }, () => {
  const decidedAt = Date.UTC(2026, 10, 23, 9, 10);
  const note: Command = { kind: 'note', incidentId: 'INC-0042', text: 'Called the site.\nPower is back.' };
  expect(unsentFile([item(1, note, decidedAt, false)], { person: 'Brian', tenant: 'Demo · Nairobi' }, decidedAt + 60_000)).toBe(
    `Ukweli Console: actions that the platform has not received
Of: Brian, Demo · Nairobi
Saved: 23 Nov 2026, 09:11:00 UTC
1 action. Nobody has signed this file.

1. Add a note to INC-0042
   Decided: 23 Nov 2026, 09:10:00 UTC
   Written: Called the site.
            Power is back.
   In full: {"kind":"note","incidentId":"INC-0042","text":"Called the site.\\nPower is back."}
`,
  );
  expect(unsentFileName(decidedAt)).toBe('unsent-actions-20261123T091000Z.txt');
});

it('what was typed looks like no action of its own, whatever ends a line where the file is read', { tags: ['M-3'] }, () => {
  for (const end of ['\n', '\r', '\r\n', '\u2028', '\u2029', '\u0085', '\v', '\f']) {
    const note: Command = { kind: 'note', incidentId: 'INC-0042', text: `Called.${end}2. Promote dead letter DLQ-7` };
    const file = unsentFile([item(1, note, 0, false)], { person: 'Brian', tenant: 'Demo' }, 0);
    const lines = file.split(/\r\n|[\n\v\f\r\u0085\u2028\u2029]/);
    expect(
      lines.filter((line) => /^\d+\. /.test(line)),
      JSON.stringify(end),
    ).toEqual(['1. Add a note to INC-0042']);
  }
});
