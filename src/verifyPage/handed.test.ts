import { describe, expect, it } from 'vitest';
import { makeKey, sampleFiles } from '../../tests/builders/evidencePack.ts';
import { makeProof } from '../../tests/builders/proof.ts';
import { answerHanded, nothingHanded, sortFiles, type Handed } from './handed.ts';

const key = makeKey('ukweli-2025-11');
const json = (name: string, content: unknown) => new File([typeof content === 'string' ? content : JSON.stringify(content)], name);
const named = ({ proof, jwks, evidence }: Handed) => [proof?.name ?? null, jwks?.name ?? null, evidence.map(({ name }) => name)];
const answer = (handed: Handed) => answerHanded(handed, '2025-11-18T12:30:00Z', () => undefined);

describe('files that are dropped on verify.html', { tags: ['P-10'] }, () => {
  it('whoever packs a folder can put a key set in: dropped, it is nobody’s keys, and nothing is verified by it', {
    tags: ['P-10'],
  }, async () => {
    const attacker = makeKey('ukweli-2025-11');
    const folder = [json('RBF-0042.ukweli.json', makeProof(attacker, 'payment')), json('jwks.json', { keys: [attacker.jwk] })];
    for (const dropped of [folder, folder.toReversed()]) {
      const { handed, told } = await sortFiles(nothingHanded, dropped);
      expect(named(handed)).toEqual(['RBF-0042.ukweli.json', null, []]);
      expect(told).toContain('jwks.json is a key set');
      const { output } = await answer(handed);
      expect(output).toMatchObject({ verified: false, keysFrom: 'file' });
    }
    // Nor when dropped one by one, nor in place of a set that was chosen.
    const chosen: Handed = { ...nothingHanded, jwks: json('mine.json', { keys: [key.jwk] }) };
    const after = await sortFiles((await sortFiles(chosen, folder.slice(0, 1))).handed, folder.slice(1));
    expect(named(after.handed)).toEqual(['RBF-0042.ukweli.json', 'mine.json', []]);
    expect((await answer(after.handed)).output).toMatchObject({ verified: false, head: 'Verification Failed' });
  });

  it('two proofs are none: the answer on one would be read as the answer on both', { tags: ['P-10'] }, async () => {
    const [honest, forged] = [json('good.ukweli.json', makeProof(key, 'payment')), json('bad.UKWELI.JSON', '{}')];
    const before: Handed = { ...nothingHanded, proof: honest };
    for (const dropped of [
      [forged, honest],
      [honest, forged],
      [json('proof.json', makeProof(key, 'payment')), honest],
    ]) {
      const { handed, told } = await sortFiles(before, dropped);
      expect(handed).toEqual(before);
      expect(told).toBe('2 proofs were given. Open one at a time, with its evidence files.');
    }
  });

  it('a proof is known by how its name ends, in whichever letters, or by its beginning; all else is evidence', {
    tags: ['P-10'],
  }, async () => {
    const files = sampleFiles.map(({ name }) => new File([`bytes of ${name}`], name));
    for (const name of ['RBF-0042.UKWELI.JSON', 'proof (1).json']) {
      const { handed, told } = await sortFiles(nothingHanded, [...files, json(name, makeProof(key, 'payment'))]);
      expect(named(handed)).toEqual([name, null, sampleFiles.map((file) => file.name)]);
      expect(told).toBeNull();
      expect((await answer({ ...handed, jwks: json('jwks.json', { keys: [key.jwk] }) })).output).toMatchObject({
        verified: true,
        parts: { files: 'passed' },
      });
    }
  });

  it('a new proof takes the evidence of the one before along, and more evidence is added to what is there', {
    tags: ['P-10'],
  }, async () => {
    const [one, other] = [json('one.ukweli.json', makeProof(key, 'payment')), json('two.ukweli.json', makeProof(key, 'payment'))];
    const first = await sortFiles(nothingHanded, [one, new File(['a'], 'a.csv')]);
    const more = await sortFiles(first.handed, [new File(['b'], 'b.csv')]);
    expect(named(more.handed)).toEqual(['one.ukweli.json', null, ['a.csv', 'b.csv']]);
    expect(named((await sortFiles(more.handed, [other])).handed)).toEqual(['two.ukweli.json', null, []]);
  });
});

describe('names in a proof’s pack that look alike', { tags: ['P-8', 'P-10'] }, () => {
  it('are remarked upon in the answer, as they are beside a pack', { tags: ['P-8'] }, async () => {
    const [one] = sampleFiles as [(typeof sampleFiles)[number]]; // three samples
    const proof = makeProof(key, 'payment');
    const files = [...(proof.pack?.files ?? []), { name: one.name.toUpperCase(), size: one.size, hash: one.hash }];
    const { output, remarks } = await answer({
      ...nothingHanded,
      proof: json('a.ukweli.json', { ...proof, pack: { ...proof.pack, files } }),
    });
    expect(remarks).toEqual([expect.stringContaining('names that look alike')]);
    expect(output['notes']).toEqual(expect.arrayContaining([...remarks]));
  });
});
