import { describe, expect, it } from 'vitest';
import { makeCheckpoint } from '../../../tests/builders/checkpoints.ts';
import { makeKey } from '../../../tests/builders/evidencePack.ts';
import { makeProofParts, PROVEN } from '../../../tests/builders/proof.ts';
import type { Checkpoint } from '../../contracts/checkpoint.ts';
import type { Problem, Result } from '../../contracts/problem.ts';
import { type ProofKind, proofKinds } from '../../contracts/proof.ts';
import type { ChainEntry } from '../../contracts/verification.ts';
import { readPlaces } from '../../domain/history.ts';
import { againstKnown } from '../../evidence/proof/known.ts';
import { parseProof } from '../../evidence/proof/parse.ts';
import { openProof } from '../../workers/evidence/openProof.ts';
import { gatherProof, type GatherDeps, isWorthAsking } from './gatherProof.ts';

const key = makeKey('ukweli-2025-11');
const { records, row, pack, entries, checkpoints, keys } = makeProofParts(key);
const recordOf = (kind: ProofKind) => {
  const record = records.find((one) => one.kind === kind);
  if (record === undefined) throw new Error(kind);
  return record;
};
const network: Result<never> = { ok: false, problem: { code: 'network', message: 'The platform cannot be reached.', retry: true } };

interface Platform {
  readonly entries: readonly ChainEntry[];
  readonly checkpoints: readonly Checkpoint[];
  /** Its answer to a request to sign. */
  readonly sign: (index: number) => Result<Checkpoint>;
}
interface Device {
  readonly entries: readonly ChainEntry[];
  readonly checkpoints: readonly Checkpoint[];
  readonly anchors: readonly { readonly chainIndex: number; readonly seal: string }[];
}
const whole: Platform = { entries, checkpoints, sign: () => network };
const empty: Device = { entries: [], checkpoints: [], anchors: [] };

/** The ports of a page with a platform (null: out of reach) and a device, and what was asked of the platform. */
function world(platform: Platform | null, device: Device = empty, change: Partial<GatherDeps> = {}) {
  const asked: string[] = [];
  const call = (async (endpoint: string | { readonly path: string }, input: Record<string, Record<string, unknown>> = {}) => {
    const name = typeof endpoint === 'string' ? endpoint : endpoint.path;
    asked.push(name);
    if (platform === null) return network;
    const told = (value: unknown) => ({ ok: true, value: { value, cachedAt: null, vouched: true } });
    const { query = {}, body = {} } = input;
    switch (name) {
      case 'verification':
        return told({ verification: row, entries: platform.entries.filter(({ vrfId }) => vrfId === row.vrfId) });
      case 'chainLinks': {
        const places = new Set(readPlaces(String(query['at']), 500));
        return told({ links: platform.entries.filter(({ chainIndex }) => places.has(chainIndex)) });
      }
      case 'checkpoints': {
        const from = query['from'] as number | undefined; // as it is requested below
        const ours = platform.checkpoints.toSorted((a, b) => (from === undefined ? b.index - a.index : a.index - b.index));
        return told({ checkpoints: ours.filter(({ index }) => from === undefined || index >= from).slice(0, 1) });
      }
      case 'jwks':
        return told({ keys: keys.keys });
      case '/api/checkpoints/sign': {
        const signed = platform.sign(body['index'] as number);
        return signed.ok ? told({ checkpoint: signed.value }) : signed;
      }
      default:
        throw new Error(name);
    }
  }) as unknown as GatherDeps['call']; // the few calls that gathering makes
  const deps: GatherDeps = {
    tenantId: 'demo',
    savedBy: { id: 'acc-otieno', name: 'Otieno Odhiambo' },
    now: () => '2025-11-18T12:00:00.000Z',
    mayAnswer: () => platform !== null,
    call,
    ensureManifest: async () => ({ ok: true, value: null }),
    readVerification: async () => row,
    readManifest: async () => pack,
    readLinksOf: async (vrfId) => device.entries.filter((entry) => entry.vrfId === vrfId),
    readChain: async (from, to) => device.entries.filter(({ chainIndex }) => chainIndex >= from && chainIndex <= to),
    readKeys: async () => keys,
    chainSeen: async () => ({ ok: true, value: { checkpoints: device.checkpoints, anchors: device.anchors } }),
    alarm: () => null,
    open: async (input, at) => ({ ok: true, value: await openProof(input, at) }),
    compare: async (standing, known) => ({ ok: true, value: await againstKnown(standing, known) }),
    ...change,
  };
  return { deps, asked };
}

const saved = async (kind: ProofKind, deps: GatherDeps) => {
  const outcome = await gatherProof(recordOf(kind), deps);
  if (outcome.state !== 'made') throw new Error(JSON.stringify(outcome));
  const parsed = parseProof(outcome.text);
  if (!parsed.ok) throw new Error('it is no proof');
  return { ...outcome, proof: parsed.value };
};
const problemOf = (code: Problem['code'], message: string): Result<never> => ({ ok: false, problem: { code, message, retry: true } });

describe('saving a proof', { tags: ['P-10'] }, () => {
  it.each(proofKinds)(
    'of a %s takes from the platform what this device does not hold, and is verified as it was saved',
    { tags: ['P-10'] },
    async (kind) => {
      const { deps } = world(whole);
      const { name, verdict, notes, proof } = await saved(kind, deps);
      expect(name).toMatch(new RegExp(`^${kind}-[A-Z0-9-]+\\.ukweli\\.json$`));
      expect([verdict.outcome, verdict.keysFrom, notes]).toEqual(['verified', 'platform', []]);
      expect(proof.savedBy).toEqual({ id: 'acc-otieno', name: 'Otieno Odhiambo' });
    },
  );

  it('the platform out of reach: from this device alone, with the checkpoint that it has seen', { tags: ['P-10', 'K-6'] }, async () => {
    const { deps } = world(null, { ...empty, entries, checkpoints });
    const { verdict, notes, proof } = await saved('payment', deps);
    expect([verdict.outcome, notes]).toEqual(['verified', []]);
    expect([proof.chain.length, proof.checkpoints.newest?.index]).toEqual([6, 19]);
  });

  it('the platform out of reach and no checkpoint here: saved all the same, and it says so', { tags: ['P-10', 'K-6'] }, async () => {
    const { verdict, notes, proof } = await saved('verification', world(null, { ...empty, entries }).deps);
    expect(verdict.outcome).toBe('unknown');
    expect(notes.join(' ')).toContain('Not yet under a checkpoint');
    expect(proof.chain.map(({ chainIndex }) => chainIndex)).toEqual([PROVEN.first, PROVEN.decided]);
  });

  it('where no checkpoint stands yet the platform signs one for it, once, at the newest entry or after', { tags: ['P-10'] }, async () => {
    const places: number[] = [];
    const sign = (index: number): Result<Checkpoint> => {
      places.push(index);
      return { ok: true, value: makeCheckpoint(key, { index: 23, seal: entries[23]?.seal ?? '' }) };
    };
    const { verdict, notes, proof } = await saved('payment', world({ ...whole, checkpoints: [], sign }).deps);
    expect([verdict.outcome, notes, places]).toEqual(['verified', [], [PROVEN.decided]]);
    expect(proof.checkpoints).toMatchObject({ first: [{ index: 23 }], newest: { index: 23 } });
    // An existing checkpoint is not requested again.
    const { deps, asked } = world(whole);
    await saved('payment', deps);
    expect(asked).not.toContain('/api/checkpoints/sign');
  });

  it('in the first moments of a page, before it is known how the link is, the platform is asked; where it is known to be out of reach it is not', {
    tags: ['P-10'],
  }, () => {
    expect((['connected', 'connecting', 'reconnecting', 'disconnected'] as const).map(isWorthAsking)).toEqual([true, true, false, false]);
  });

  it('a platform that signs none now says why, and the proof says that it is not yet under one', { tags: ['P-10'] }, async () => {
    const sign = () => problemOf('rate_limited', 'The platform has signed enough checkpoints for this hour');
    const { notes } = await saved('payment', world({ ...whole, checkpoints: [], sign }).deps);
    expect(notes[0]).toBe('The platform signed no checkpoint: The platform has signed enough checkpoints for this hour');
    expect(notes.at(-1)).toContain('Not yet under a checkpoint');
  });

  it('links that the platform withholds, or that are damaged here, are said, and no gap is covered up', { tags: ['P-10'] }, async () => {
    const gap = entries.filter(({ chainIndex }) => chainIndex !== 8);
    const withheld = await saved('payment', world({ ...whole, entries: gap }).deps);
    expect(withheld.notes[0]).toBe('The platform did not give 1 link that it was asked for, the first at place 8.');
    expect(withheld.verdict.outcome).toBe('unknown');
    const damaged = entries.map((entry) => (entry.chainIndex === 8 ? { ...entry, siteCode: 'KE-KIS-001' } : entry));
    const offline = await saved('payment', world(null, { ...empty, entries: damaged, checkpoints }).deps);
    expect(offline.notes).toEqual(expect.arrayContaining(['Link 8 is damaged on this device and was left out.']));
    // With the platform in reach, it has the intact one.
    const healed = await saved('payment', world(whole, { ...empty, entries: damaged }).deps);
    expect([healed.verdict.outcome, healed.notes]).toEqual(['verified', []]);
  });
});

describe('nothing false is saved', { tags: ['P-10'] }, () => {
  const refusal = async (kind: ProofKind, deps: GatherDeps) => {
    const outcome = await gatherProof(recordOf(kind), deps);
    return outcome.state === 'refused' ? [outcome.problem.message, ...outcome.reasons].join(' | ') : 'saved';
  };

  it('two histories: another seal than this device has seen of the place', { tags: ['P-10', 'P-9'] }, async () => {
    const anchors = [{ chainIndex: 7, seal: 'f'.repeat(64) }];
    expect(await refusal('payment', world(whole, { ...empty, anchors }).deps)).toBe(
      'Two histories: the chain that the platform shows now differs from what this device has seen. | Link 7 has another seal than the one that this device has seen.',
    );
    expect(await refusal('payment', world(whole, empty, { alarm: () => 'For place 7 the platform has signed two seals.' }).deps)).toContain(
      'For place 7',
    );
  });

  it('a record that was rewritten, or a chain that the platform itself will not sign', { tags: ['P-10'] }, async () => {
    const { deps } = world(whole);
    const record = recordOf('payment');
    if (record.kind !== 'payment') throw new Error('another kind');
    const { payment } = record.value;
    const forged = await gatherProof({ ...record, value: { ...record.value, payment: { ...payment, amount: payment.amount + 1 } } }, deps);
    expect(forged.state).toBe('refused');
    const sign = () => problemOf('conflict', 'Link 5 of the chain does not hold: the platform signs nothing past it');
    expect(await refusal('payment', world({ ...whole, checkpoints: [], sign }).deps)).toContain('Link 5 of the chain does not hold');
    const other = entries.map((entry) => (entry.chainIndex === 8 ? { ...entry, siteCode: 'KE-KIS-001' } : entry));
    expect(await refusal('payment', world({ ...whole, entries: other }).deps)).toContain(
      'Link 8 (VRF-000008) does not say what was sealed',
    );
  });

  it('a checkpoint of somebody else', { tags: ['P-10'] }, async () => {
    const forged = checkpoints.map(({ index, seal }) => makeCheckpoint(makeKey('ukweli-2025-11'), { index, seal }));
    expect(await refusal('payment', world({ ...whole, checkpoints: forged }).deps)).toContain('The checkpoint at link 9');
  });
});
