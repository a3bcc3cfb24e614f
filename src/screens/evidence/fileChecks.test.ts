import { describe, expect, it } from 'vitest';
import { makeKey, makePack, sampleFiles, sha256 } from '../../../tests/builders/evidencePack.ts';
import type { HashedFile, HashRequest } from '../../contracts/evidenceRpc.ts';
import type { Result } from '../../contracts/problem.ts';
import { checkFiles } from '../../evidence/files.ts';
import { autoBytes, autoFiles, createFileChecks, type FileHasher, isCheckedAtOnce } from './fileChecks.ts';

const pack = makePack(makeKey('k'));
const at = '2025-11-18T11:26:41Z';
const now = () => Date.parse(at);
const links = Object.fromEntries(sampleFiles.map(({ name }) => [name, `/files/${name}`]));
const digestOf = (name: string, content = `bytes of ${name}`) => ({ name, size: content.length, hash: sha256(content), hashedAt: at });

/** A manually controlled worker: each job waits until it is settled. */
function hasher() {
  const jobs = new Map<string, { request: HashRequest; progress: (done: number) => void; settle: (result: Result<HashedFile>) => void }>();
  const cancelled: string[] = [];
  const fake: FileHasher = {
    hash: (_, request, progress) => new Promise((settle) => jobs.set(request.name, { request, progress, settle })),
    cancel: (prefix) => void cancelled.push(prefix),
  };
  const good = (name: string, content?: string) =>
    jobs.get(name)?.settle({ ok: true, value: { digest: digestOf(name, content), blob: new Blob([content ?? `bytes of ${name}`]) } });
  return { fake, jobs, good, cancelled };
}

it('a run goes on by itself to fifty files of 64 MB together, and not to one file or one byte more', { tags: ['M-13', 'D-8'] }, () => {
  const filesOf = (count: number, bytes: number) =>
    Array.from({ length: count }, (_, n) => ({ name: `f${n}`, size: n === 0 ? bytes : 0, hash: '' }));
  const isAtOnce = (count: number, bytes: number) => isCheckedAtOnce({ files: filesOf(count, bytes) });
  expect([isAtOnce(autoFiles, autoBytes), isAtOnce(autoFiles + 1, autoBytes), isAtOnce(autoFiles, autoBytes + 1)]).toEqual([
    true,
    false,
    false,
  ]);
  expect([autoFiles, autoBytes]).toEqual([50, 67_108_864]);
});

describe('file checks', () => {
  it('hash every linked file and make the part pass', { tags: ['D-8'] }, async () => {
    const { fake, jobs, good } = hasher();
    const checks = createFileChecks(pack, 'demo', fake, now);
    const working = checks.checkLinks(links, true);
    expect(checks.get().job).toMatchObject({ kind: 'links', files: 3, filesDone: 0 });
    expect(jobs.get('meter-readings.csv')?.request).toMatchObject({
      kind: 'link',
      url: '/files/meter-readings.csv',
      tenantId: 'demo',
      keep: true,
    });
    jobs.get('meter-readings.csv')?.progress(5);
    expect(checks.get().job?.bytesDone).toBe(5);
    for (const { name } of sampleFiles) good(name);
    expect([...(await working).keys()].toSorted()).toEqual(sampleFiles.map(({ name }) => name).toSorted());
    expect(checks.get()).toMatchObject({ job: null, notes: [] });
    expect(checkFiles(pack, [...checks.get().digests.values()], at).state).toBe('passed');
  });

  it('tell when bytes were read by the platform’s clock, whatever the device’s says', { tags: ['M-5', 'F-20', 'D-29'] }, async () => {
    const { fake, jobs } = hasher();
    const checks = createFileChecks(pack, 'demo', fake, now);
    const working = checks.checkLinks(links, false);
    for (const { name } of sampleFiles)
      jobs.get(name)?.settle({ ok: true, value: { digest: { ...digestOf(name), hashedAt: '2045-11-18T14:26:41Z' }, blob: null } });
    await working;
    expect(checkFiles(pack, [...checks.get().digests.values()], at)).toMatchObject({ evidence: { hashedAt: '2025-11-18T11:26:41.000Z' } });
  });

  it('hand nothing back that is not as listed', { tags: ['D-8'] }, async () => {
    const { fake, good } = hasher();
    const checks = createFileChecks(pack, 'demo', fake, now);
    const working = checks.checkLinks(links, true);
    good('meter-readings.csv', 'bytes of meter-readings.csV');
    good('kitchen-north.jpg');
    good('fuel-receipts.pdf');
    expect((await working).has('meter-readings.csv')).toBe(false);
    expect(checkFiles(pack, [...checks.get().digests.values()], at).state).toBe('failed');
  });

  it('hold dropped files against the entries of their names, and name strangers', { tags: ['D-8'] }, async () => {
    const { fake, good } = hasher();
    const checks = createFileChecks(pack, 'demo', fake, now);
    const working = checks.checkLocal([
      { name: 'fuel-receipts.pdf', size: 26 },
      { name: 'holiday.jpg', size: 9 },
    ]);
    good('fuel-receipts.pdf');
    await working;
    expect(checks.get().notes).toEqual(['Not in the manifest: holiday.jpg']);
    expect([...checks.get().digests.values()]).toMatchObject([{ name: 'fuel-receipts.pdf', from: 'device' }]);
  });

  it('a cancel ends the work and drops what comes late', { tags: ['D-8'] }, async () => {
    const { fake, good, cancelled } = hasher();
    const checks = createFileChecks(pack, 'demo', fake, now);
    const working = checks.checkLinks(links, false);
    const before = cancelled.length;
    checks.cancel();
    expect(cancelled.length).toBe(before + 1);
    for (const { name } of sampleFiles) good(name);
    expect((await working).size).toBe(0);
    expect(checks.get().digests.size).toBe(0);
    expect(checks.get().job).toBeNull();
  });

  it('a lost network ends the round and is said', { tags: ['D-8'] }, async () => {
    const { fake, jobs } = hasher();
    const checks = createFileChecks(pack, 'demo', fake, now);
    const working = checks.checkLinks(links, false);
    for (const { settle } of jobs.values())
      settle({ ok: false, problem: { code: 'network', message: 'The platform cannot be reached', retry: true } });
    await working;
    expect(checks.get().notes).toEqual(['3 files could not be read: The platform cannot be reached']);
    expect(checkFiles(pack, [...checks.get().digests.values()], at).state).toBe('notCheckable');
  });

  /** A worker that hashes at once; the map holds each file's content. */
  const contents = new Map<object, string>();
  const fileOf = (name: string, content: string) => {
    const file = { name, size: content.length };
    contents.set(file, content);
    return file;
  };
  const hashing: FileHasher = {
    hash: async (_, request) => {
      const content = request.kind === 'link' ? `bytes of ${request.name}` : (contents.get(request.blob) ?? '');
      return { ok: true, value: { digest: digestOf(request.name, content), blob: null } };
    },
    cancel: () => undefined,
  };
  const verdictOf = (checks: ReturnType<typeof createFileChecks>) => checkFiles(pack, [...checks.get().digests.values()], at);
  const good = () => sampleFiles.map(({ name }) => fileOf(name, `bytes of ${name}`));
  const [{ name: first }] = sampleFiles as [(typeof sampleFiles)[number]]; // three samples

  it('of two files of one name neither hides the other, the altered one first or last', { tags: ['P-4'] }, async () => {
    for (const files of [
      [fileOf(first, 'altered'), ...good()],
      [...good(), fileOf(first, 'altered')],
    ]) {
      const checks = createFileChecks(pack, 'demo', hashing, now);
      await checks.checkLocal(files);
      expect(verdictOf(checks)).toMatchObject({ state: 'failed', evidence: { device: { given: 3, differing: 1 } } });
    }
    const twice = createFileChecks(pack, 'demo', hashing, now);
    await twice.checkLocal([...good(), ...good()]);
    expect(verdictOf(twice)).toMatchObject({ state: 'passed' });
  });

  it('a mismatch stays, whatever is given or fetched after it, in a new round too, until the person clears it', {
    tags: ['P-4'],
  }, async () => {
    const checks = createFileChecks(pack, 'demo', hashing, now);
    await checks.checkLocal([fileOf(first, 'altered')]);
    await checks.checkLinks(links, false);
    await checks.checkLocal(good());
    expect(verdictOf(checks)).toMatchObject({ state: 'failed', evidence: { platform: { equal: 3 }, device: { equal: 2, differing: 1 } } });
    const again = createFileChecks(
      pack,
      'demo',
      hashing,
      now,
      [...checks.get().digests.values()].filter(({ hash }) => hash === sha256('altered')),
    );
    await again.checkLinks(links, false);
    expect(verdictOf(again)).toMatchObject({ state: 'failed' });
    again.clear();
    // The platform's files were equal and need not be fetched again.
    expect(verdictOf(again)).toMatchObject({ state: 'passed', evidence: { platform: { equal: 3 }, device: { given: 0 } } });
    checks.clear();
    expect(verdictOf(checks)).toMatchObject({ state: 'passed', evidence: { platform: { equal: 3 }, device: { given: 2, differing: 0 } } });
    await checks.checkLocal([fileOf(first, `bytes of ${first}`)]);
    expect(verdictOf(checks)).toMatchObject({ state: 'passed', evidence: { platform: { equal: 3 } } });
  });
});
