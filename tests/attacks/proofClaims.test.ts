import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { verifyCommand } from '../../scripts/verifyCommand.ts';
import { type Proof, type ProofKind, proofKinds } from '../../src/contracts/proof.ts';
import { sealed } from '../builders/chain.ts';
import { makeKey } from '../builders/evidencePack.ts';
import { makeProof } from '../builders/proof.ts';

/** False claims built around an honest proof: members added, parts left out, the `notCovered` list flooded. */

const folder = mkdtempSync(join(tmpdir(), 'ukweli-proof-claims-'));
afterAll(() => rmSync(folder, { recursive: true }));
let made = 0;
function file(content: unknown): string {
  const path = join(folder, `${(made += 1)}.ukweli.json`);
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}
const key = makeKey('ukweli-2025-11');
const jwks = file({ keys: [key.jwk] });

interface Told {
  readonly verified: boolean;
  readonly head: string;
  readonly parts: Readonly<Record<string, string>>;
  readonly covers: readonly { readonly field: string; readonly value: unknown; readonly by: string }[];
  readonly notCovered: readonly { readonly field: string; readonly value: unknown }[];
  readonly lineage: readonly { readonly of: string; readonly state: string }[];
  readonly notes: readonly string[];
}
async function told(proof: unknown): Promise<Told & { readonly exitCode: number; readonly unusable?: boolean }> {
  const { exitCode, output } = await verifyCommand([file(proof), '--jwks', jwks]);
  return { ...(output as unknown as Told), exitCode }; // the answer on a proof
}

type Json = Record<string, unknown>;
/** The paths of all objects inside a value. */
function objectsIn(value: unknown, steps: readonly string[] = []): (readonly string[])[] {
  if (typeof value !== 'object' || value === null) return [];
  const inside = Object.entries(value).flatMap(([name, member]) => objectsIn(member, [...steps, name]));
  return Array.isArray(value) ? inside : [steps, ...inside];
}
/**
 * A copy as JSON text with one more member in the object at this path. Text, because a JavaScript object cannot have a member of every
 * name.
 */
function withMember(value: unknown, [step, ...rest]: readonly string[], name: string, added: string): string {
  if (Array.isArray(value))
    return `[${value.map((each, place) => (String(place) === step ? withMember(each, rest, name, added) : JSON.stringify(each))).join(',')}]`;
  const members = Object.entries(Object(value) as Json).map(
    ([each, member]) => `${JSON.stringify(each)}:${each === step ? withMember(member, rest, name, added) : JSON.stringify(member)}`,
  );
  return `{${[...members, ...(step === undefined ? [`${JSON.stringify(name)}:${added}`] : [])].join(',')}}`;
}

describe('a member that nobody has sealed or signed', { tags: ['A-18', 'P-2', 'P-10'] }, () => {
  const places = proofKinds.flatMap((kind: ProofKind) => {
    const proof = makeProof(key, kind);
    return objectsIn(proof).map((steps) => ({ kind, proof, steps, at: `${kind}: ${['proof', ...steps].join('.')}` }));
  });

  it.each(places)(
    '$at: added there it is refused, or fails, or is listed as covered by nothing',
    { tags: ['P-10'] },
    async ({ proof, steps }) => {
      for (const name of ['tonnesCertified', '__proto__', 'constructor']) {
        const { exitCode, unusable, verified, covers, notCovered } = await told(withMember(proof, steps, name, '98765'));
        if (unusable === true) {
          expect(exitCode).toBe(2);
          continue;
        }
        expect(covers.filter(({ value }) => value === 98_765)).toEqual([]);
        if (verified) expect(notCovered.filter(({ value }) => value === 98_765)).toHaveLength(1);
      }
    },
  );
});

describe('what nothing stands for is told first where it matters', { tags: ['P-2', 'P-10'] }, () => {
  /** More members than are ever printed, placed before the record's own. */
  const filler = Object.fromEntries(Array.from({ length: 400 }, (_, place) => [`note${place}`, 'x']));
  const flooded = (proof: Proof, change: Json): unknown => ({
    ...proof,
    record: { ...proof.record, value: { ...filler, ...proof.record.value, ...change } },
  });

  it.each([
    ['portfolio', { verificationScore: 0.9999 }, { field: 'record.verificationScore', value: 0.9999 }],
    ['portfolio', { version: 77 }, { field: 'record.version', value: 77 }],
    ['payment', { evidencePackId: 'EP-0931', version: 77 }, { field: 'record.version', value: 77 }],
    ['verification', { siteName: 'Kiambu Township Secondary' }, { field: 'verification.siteName', value: 'Kiambu Township Secondary' }],
    ['verification', {}, { field: 'verification, decided after link 9', value: null }],
    ['verification', {}, { field: 'savedBy.name', value: 'Otieno Bank' }],
  ] as const)('of a %s %o: no number of other members hides it', { tags: ['P-2'] }, async (kind, change, listed) => {
    const { verified, notCovered } = await told(flooded(makeProof(key, kind), change));
    expect(verified).toBe(true);
    expect(notCovered).toContainEqual(expect.objectContaining(listed));
  });

  it('nor in the answer on a saved portfolio', { tags: ['P-2'] }, async () => {
    const value = { ...filler, ...makeProof(key, 'portfolio').record.value, verificationScore: 0.9999 };
    const { output } = await verifyCommand(['--kind', 'portfolio', '--record', file(value), '--jwks', jwks]);
    expect(output['notCovered']).toContainEqual(expect.objectContaining({ field: 'verificationScore', value: 0.9999 }));
  });

  it('a payment whose verification’s row was left out still says that a later decision would not be seen', { tags: ['P-10'] }, async () => {
    const proof = makeProof(key, 'payment');
    for (const verification of [proof.verification, null]) {
      const { verified, notCovered } = await told({ ...proof, verification });
      expect(verified).toBe(true);
      for (const when of ['before link 4', 'after link 9'])
        expect(notCovered).toContainEqual(expect.objectContaining({ field: `verification, decided ${when}` }));
    }
  });

  it('so it does of what may have been decided between two stretches', { tags: ['P-10'] }, async () => {
    const { chain, ...proof } = makeProof(key, 'payment', {}, 24, [5, 9, 19]);
    const { verified, notCovered } = await told({ ...proof, chain });
    expect([verified, chain.map(({ chainIndex }) => chainIndex)]).toEqual([true, [4, 5, 6, 7, 8, 9]]);
    expect(notCovered.filter(({ field }) => field.startsWith('verification, decided between'))).toEqual([]);
    const without = makeProof(key, 'payment', {}, 24, [4, 9, 19]);
    expect(without.chain.map(({ chainIndex }) => chainIndex)).toEqual([4, 6, 7, 8, 9]);
    expect((await told(without)).notCovered).toContainEqual(
      expect.objectContaining({ field: 'verification, decided between link 4 and link 6', value: null }),
    );
  });
});

describe('an entry that no checkpoint stands over', { tags: ['P-9', 'P-10'] }, () => {
  it('is nobody’s word: no part and no step of a verification that somebody sealed himself passes on it', { tags: ['P-10'] }, async () => {
    const proof = makeProof(key, 'verification');
    const newest = proof.chain.find(({ chainIndex }) => chainIndex === 6);
    if (newest === undefined) throw new Error('no entry');
    const forged = sealed({ ...newest, chainIndex: 500, prevHash: 'a'.repeat(64), timestamp: '2025-11-18T10:00:00Z' });
    for (const checkpoints of [
      { first: [], newest: proof.checkpoints.newest },
      { first: [], newest: null },
    ]) {
      const answer = await told({
        ...proof,
        chain: [forged],
        checkpoints,
        record: { kind: 'verification', value: { ...proof.record.value, ...forged } },
      });
      expect(answer).toMatchObject({ exitCode: 1, verified: false });
      expect(answer.parts).toMatchObject({ verification: 'not checkable', sealedIn: 'not checkable', chain: 'not checkable' });
      expect(answer.lineage.filter(({ of: kind, state }) => kind === 'verification' && state === 'passed')).toEqual([]);
    }
  });
});
