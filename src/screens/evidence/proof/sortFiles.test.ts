import { expect, it } from 'vitest';
import { sortFiles } from './sortFiles.ts';

const files = (...names: readonly string[]) => names.map((name) => ({ name }));
const sorted = (names: readonly string[], isOpen = false) => {
  const { proof, evidence, fault } = sortFiles(files(...names), isOpen);
  return [proof?.name ?? null, evidence.map(({ name }) => name), fault];
};

it('tells the proof from the evidence files that lie beside it', { tags: ['P-10'] }, () => {
  expect(sorted(['meter.csv', 'payment-RBF-1.ukweli.json', 'photo.jpg'])).toEqual([
    'payment-RBF-1.ukweli.json',
    ['meter.csv', 'photo.jpg'],
    null,
  ]);
  expect(sorted(['Payment.UKWELI.JSON'])).toEqual(['Payment.UKWELI.JSON', [], null]);
  // Renamed in transit: a single file, or the only candidate.
  expect(sorted(['download (3)'])).toEqual(['download (3)', [], null]);
  expect(sorted(['meter.csv', 'proof.json'])).toEqual(['proof.json', ['meter.csv'], null]);
});

it('says what it cannot use', { tags: ['P-10'] }, () => {
  expect(sorted(['a.csv', 'b.csv'])).toEqual([null, [], 'None of these is a proof: its name ends in .ukweli.json.']);
  expect(sorted(['a.ukweli.json', 'b.ukweli.json'])[2]).toBe('2 proofs were given. Open one at a time, with its evidence files.');
  expect(sorted([])).toEqual([null, [], null]);
});

it('with a proof open, files are its evidence, and another proof takes its place', { tags: ['P-10'] }, () => {
  expect(sorted(['meter.csv'], true)).toEqual([null, ['meter.csv'], null]);
  expect(sorted(['readings.json'], true)).toEqual([null, ['readings.json'], null]);
  expect(sorted(['b.ukweli.json'], true)).toEqual(['b.ukweli.json', [], null]);
});
