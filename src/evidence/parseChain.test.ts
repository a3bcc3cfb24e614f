import { describe, expect, it } from 'vitest';
import type { ChainEntry } from '../contracts/verification.ts';
import { makeCheckpoint } from '../../tests/builders/checkpoints.ts';
import { makeKey } from '../../tests/builders/evidencePack.ts';
import { MAX_CHAIN_BYTES, parseChain } from './parseChain.ts';
import { MAX_FAULTS } from './strictJson.ts';

const entry = (chainIndex: number): ChainEntry => ({
  chainIndex,
  vrfId: `VRF-${chainIndex}`,
  siteCode: 'KE-KLF-011',
  timestamp: '2026-11-24T08:00:00.000Z',
  status: 'verified',
  performanceKpis: { uptime: 99, fuelSavings: 20, emissionReduction: 30 },
  evidenceHash: 'a'.repeat(64),
  covenantHash: 'b'.repeat(64),
  prevHash: 'c'.repeat(64),
  seal: 'd'.repeat(64),
});
const indexes = (value: unknown): readonly number[] => {
  const parsed = parseChain(JSON.stringify(value));
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.faults));
  return parsed.value.entries.map(({ chainIndex }) => chainIndex);
};
const faultsOf = (text: string) => {
  const parsed = parseChain(text);
  return parsed.ok ? [] : parsed.faults;
};

describe('entries of the chain as a file', () => {
  it('takes a list, or an answer with those beside it, which may be none', { tags: ['P-1'] }, () => {
    expect(indexes([entry(1), entry(2)])).toEqual([1, 2]);
    expect(indexes({ entries: [entry(2)] })).toEqual([2]);
    expect(indexes({ entries: [entry(2)], previous: entry(1), next: entry(3) })).toEqual([2, 1, 3]);
    expect(indexes({ entries: [entry(0)], previous: null, next: entry(1) })).toEqual([0, 1]);
    expect(indexes({ entries: [entry(5)], previous: entry(4), next: null })).toEqual([5, 4]);
  });

  it('says of anything else what it is not, and of a bad entry which and where', { tags: ['P-1'] }, () => {
    for (const text of ['null', '7', '"entries"', '{}', '{"entries":{}}'])
      expect(faultsOf(text), text).toEqual([{ code: 'bad_field', text: 'entries: expected array' }]);
    expect(faultsOf('{')).toHaveLength(1);
    const [fault] = faultsOf(JSON.stringify([entry(1), { ...entry(2), seal: 7 }]));
    expect(fault?.text).toContain('Entry 2: seal');
    // One bad entry invalidates the file: the rest would be a different chain.
    expect(faultsOf(JSON.stringify({ entries: [entry(1)], next: {} }))).toHaveLength(1);
  });

  it('takes the checkpoints that came with them, and says of one that is none which it is', { tags: ['P-9'] }, () => {
    const [list, ours] = [[entry(1)], makeCheckpoint(makeKey('k'), { index: 1 })];
    expect(parseChain(JSON.stringify({ entries: list, checkpoints: [ours] }))).toEqual({
      ok: true,
      value: { entries: list, checkpoints: [ours] },
    });
    expect(parseChain(JSON.stringify({ entries: list }))).toMatchObject({ value: { checkpoints: [] } });
    const [fault] = faultsOf(JSON.stringify({ entries: list, checkpoints: [ours, { ...ours, at: 'soon' }] }));
    expect(fault?.text).toContain('Checkpoint 2: at');
    expect(faultsOf(JSON.stringify({ entries: list, checkpoints: {} }))).toEqual([
      { code: 'bad_field', text: 'checkpoints: expected array' },
    ]);
  });

  it('calls a bad entry an entry and a bad checkpoint a checkpoint, so that the reader looks in the right list', {
    tags: ['M-13', 'P-1', 'P-9'],
  }, () => {
    const ours = makeCheckpoint(makeKey('k'), { index: 1 });
    const faults = faultsOf(JSON.stringify({ entries: [{ ...entry(1), seal: 7 }], checkpoints: [{ ...ours, at: 'soon' }] }));
    expect(faults.map(({ text }) => text)).toEqual(['Entry 1: seal is not as an entry’s', 'Checkpoint 1: at is not as a checkpoint’s']);
  });

  it('stops at so many faults, and at a file that is too large', { tags: ['P-1'] }, () => {
    expect(faultsOf(JSON.stringify(Array.from({ length: 500 }, () => ({}))))).toHaveLength(MAX_FAULTS);
    expect(faultsOf(' '.repeat(MAX_CHAIN_BYTES + 1))).toHaveLength(1);
  });
});
