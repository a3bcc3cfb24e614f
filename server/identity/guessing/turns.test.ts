import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Asker, createTurns, type Known } from './turns.ts';

/** Turns that each run until told to end. */
function createHeld(limits = { atOnce: 2, maxStrangers: 100, maxKnown: 100 }) {
  const turns = createTurns(limits);
  const running: { readonly name: string; readonly end: () => void }[] = [];
  const begun: string[] = [];
  const refused: string[] = [];
  const settle = () => new Promise<void>((resolve) => setImmediate(resolve));
  return {
    begun,
    refused,
    running,
    settle,
    ask(name: string, by: Asker): void {
      const work = () =>
        new Promise<boolean>((resolve) => {
          begun.push(name);
          running.push({ name, end: () => resolve(true) });
        });
      void turns.run(by, work).then((done) => done === null && refused.push(name));
    },
    always(name: string, by: Known): void {
      void turns.always(by, () => new Promise<void>((resolve) => (begun.push(name), running.push({ name, end: resolve }))));
    },
    async endOne(): Promise<void> {
      running.shift()?.end();
      await settle();
    },
  };
}
const from = (network: string): Asker => ({ network });
const by = (account: string): Known => ({ account });
const owner = by('owner');

it('with 150 strangers waiting a known device waits for one of the two that run, and the platform for no more', {
  tags: ['G-6', 'A-25'],
}, async () => {
  const held = createHeld();
  for (let go = 0; go < 150; go += 1) held.ask(`stranger ${go}`, from(`10.0.0.${go}`));
  held.ask('owner', owner);
  held.always('new password', owner);
  await held.settle();
  expect(held.begun).toEqual(['stranger 0', 'stranger 1']);
  await held.endOne();
  await held.endOne();
  expect(held.begun.slice(2)).toEqual(['owner', 'new password']);
  // A hundred wait and the others were refused: the queue is limited.
  expect(held.refused).toHaveLength(48);
});

it('a network that asks for a thousand keeps no other waiting for more than a turn, and takes no place from it', {
  tags: ['G-6', 'A-25'],
}, async () => {
  const held = createHeld();
  for (let go = 0; go < 1000; go += 1) held.ask(`flood ${go}`, from('flood'));
  held.ask('school', from('school'));
  await held.settle();
  expect(held.refused).not.toContain('school');
  // The newest entry of the flood lost its place.
  expect(held.refused.at(-1)).toBe('flood 101');
  await held.endOne();
  await held.endOne();
  expect(held.begun).toContain('school');
});

it('an account that asks for a thousand, on devices that know it, takes no turn and no place from another account’s owner', {
  tags: ['G-6', 'A-25'],
}, async () => {
  const held = createHeld();
  for (let go = 0; go < 1000; go += 1) held.ask(`insider ${go}`, by('insider'));
  for (let go = 0; go < 1000; go += 1) held.always(`insider’s new password ${go}`, by('insider'));
  held.ask('owner', owner);
  held.ask('stranger', from('10.0.0.1'));
  await held.settle();
  expect(held.refused).not.toContain('owner');
  for (let turn = 0; turn < 3; turn += 1) await held.endOne();
  expect(held.begun).toContain('owner');
  expect(held.begun).not.toContain('stranger');
});

it('never more than two run, nobody is forgotten, and what was refused never runs, whoever asks and whenever one ends', {
  tags: ['G-6'],
}, async () => {
  const step = fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom<Asker>(by('a'), by('b'), from('a'), from('b'), from('c')) },
    { weight: 2, arbitrary: fc.constant('end' as const) },
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
      const held = createHeld({ atOnce: 2, maxStrangers: 4, maxKnown: 3 });
      let asked = 0;
      for (const next of steps) {
        if (next === 'end') await held.endOne();
        else held.ask(`${(asked += 1)}`, next);
        expect(held.running.length).toBeLessThanOrEqual(2);
      }
      await held.settle();
      while (held.running.length > 0) await held.endOne();
      expect([...held.begun, ...held.refused].sort()).toEqual(Array.from({ length: asked }, (_, at) => `${at + 1}`).sort());
    }),
  );
});

it('what throws gives its turn back', { tags: ['G-6'] }, async () => {
  const turns = createTurns({ atOnce: 1, maxStrangers: 1, maxKnown: 1 });
  await expect(turns.run(owner, async () => Promise.reject(new Error('no memory')))).rejects.toThrow('no memory');
  expect(await turns.run(owner, async () => 'next')).toBe('next');
});
