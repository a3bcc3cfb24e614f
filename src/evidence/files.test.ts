import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeKey, makePack, sampleFiles, sha256 } from '../../tests/builders/evidencePack.ts';
import type { FileDigest, FileSource } from '../contracts/verdict.ts';
import { checkFiles, countLabels } from './files.ts';

const pack = makePack(makeKey('ukweli-2025-11'));
const at = '2025-11-18T11:30:00Z';
const names = sampleFiles.map(({ name }) => name);
const [first = ''] = names;
const digest = (name: string, from: FileSource, content = `bytes of ${name}`, hashedAt = at): FileDigest => ({
  name,
  from,
  size: Buffer.byteLength(content),
  hash: sha256(content),
  hashedAt,
});
const all = (from: FileSource) => names.map((name) => digest(name, from));
const altered = (name: string, from: FileSource, hashedAt = at) => digest(name, from, `bytez of ${name}`, hashedAt);

describe('two results a file', { tags: ['P-4'] }, () => {
  it('the platform’s bytes are never counted as this device’s', () => {
    const part = checkFiles(pack, [...all('platform'), digest(first, 'device')], at);
    const bytesOf = (digests: readonly FileDigest[]) => digests.reduce((sum, { size }) => sum + size, 0);
    expect(part).toMatchObject({
      state: 'passed',
      evidence: {
        platform: { given: 3, equal: 3, bytes: bytesOf(all('platform')) },
        device: { given: 1, equal: 1, differing: 0, bytes: digest(first, 'device').size },
      },
    });
    if (part.state !== 'passed') throw new Error('not passed');
    expect(countLabels('device', part.evidence.device, 3)).toBe('1 of 3 from this device, equal; 2 not given');
    expect(part.evidence.files[1]).toMatchObject({ platform: { state: 'match' }, device: { state: 'absent' } });
  });

  it('one altered file of this device fails the part, however good the platform’s own bytes are, and the other way round', () => {
    for (const [good, bad] of [
      ['platform', 'device'],
      ['device', 'platform'],
    ] as const) {
      const part = checkFiles(pack, [...all(good), altered(first, bad)], at);
      expect(part).toMatchObject({
        state: 'failed',
        code: 'file_changed',
        reasons: [expect.stringContaining(bad === 'device' ? 'from this device' : 'from the platform')],
        evidence: { [good]: { given: 3, equal: 3 }, [bad]: { given: 1, equal: 0, differing: 1 } },
      });
    }
  });

  it('a name given twice is a fault unless both times the bytes are the listed ones, whichever comes first', () => {
    const [good, bad] = [digest(first, 'device'), altered(first, 'device')];
    const rest = all('device').slice(1);
    for (const twice of [
      [good, bad],
      [bad, good],
      [good, bad, good],
    ])
      expect(checkFiles(pack, [...twice, ...rest], at)).toMatchObject({
        state: 'failed',
        code: 'file_changed',
        reasons: [expect.stringContaining('not each time the listed file')],
      });
    expect(checkFiles(pack, [good, good, ...rest], at)).toMatchObject({ state: 'passed', evidence: { device: { given: 3, equal: 3 } } });
  });

  it('passes by one source that has all files, and by no patchwork of two', () => {
    const [one = '', ...others] = names;
    const patched = checkFiles(pack, [digest(one, 'device'), ...others.map((name) => digest(name, 'platform'))], at);
    expect(patched).toMatchObject({
      state: 'notCheckable',
      reason: '2 of 3 from the platform, equal; 1 not fetched. 1 of 3 from this device, equal; 2 not given',
    });
  });

  it('the time is that of the last check', () => {
    const [early, late] = ['2025-11-18T11:00:00Z', '2025-11-18T11:20:00Z'];
    const part = checkFiles(
      pack,
      [...all('platform').map((each) => ({ ...each, hashedAt: early })), digest(first, 'device', undefined, late)],
      at,
    );
    expect(part).toMatchObject({ evidence: { hashedAt: late, platform: { hashedAt: early }, device: { hashedAt: late } } });
    const twice = checkFiles(pack, [altered(first, 'device', early), digest(first, 'device', undefined, late)], at);
    expect(twice).toMatchObject({ state: 'failed', evidence: { files: [{ state: 'mismatch', hashedAt: late }, {}, {}] } });
  });

  it('whatever is given in whatever order: a digest that differs is never hidden', () => {
    const some = fc.array(
      fc.record({ name: fc.constantFrom(...names), from: fc.constantFrom('platform' as const, 'device' as const), good: fc.boolean() }),
      {
        minLength: 1,
        maxLength: 12,
      },
    );
    fc.assert(
      fc.property(some, (given) => {
        const part = checkFiles(
          pack,
          given.map(({ name, from, good }) => (good ? digest(name, from) : altered(name, from))),
          at,
        );
        expect(part.state === 'failed').toBe(given.some(({ good }) => !good));
        if (part.state === 'passed')
          expect(
            (['platform', 'device'] as const).some((from) =>
              names.every((name) => given.some((each) => each.name === name && each.from === from)),
            ),
          ).toBe(true);
      }),
    );
  });
});
