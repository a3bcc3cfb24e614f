import { createHash } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import { makeKey, makePack } from '../../../tests/builders/evidencePack.ts';
import { makeReport, pcafBody } from '../../../tests/builders/signedRecords.ts';
import type { EvidenceManifest } from '../../contracts/evidence.ts';
import { createEvidenceApi, type WorkerSurroundings } from './api.ts';
import { WHOLE_FILE_LIMIT } from './hashBytes.ts';

const sha256 = (data: string | Uint8Array): string => createHash('sha256').update(data).digest('hex');
let clock = 0;
function api(fetched: WorkerSurroundings['fetch'] = () => Promise.reject(new TypeError('no network'))) {
  return createEvidenceApi({ fetch: fetched, origin: 'http://localhost:4173', now: () => new Date((clock += 40)) });
}
/** The platform's own answer: it echoes the call's correlation id (D-50). */
const echoing =
  (answer: () => Response): WorkerSurroundings['fetch'] =>
  async (_url, { headers }) => {
    const response = answer();
    response.headers.set('X-Correlation-ID', headers['X-Correlation-ID'] ?? '');
    return response;
  };
const link = (size: number, keep = false) =>
  ({
    kind: 'link',
    name: 'a.csv',
    size,
    expected: sha256('hello'),
    url: '/api/evidence/EP-1/files/a.csv?token=t',
    tenantId: 'demo',
    keep,
  }) as const;

describe('evidence worker', () => {
  it('checks a manifest off the main thread without a fetch', { tags: ['K-6', 'D-8'] }, async () => {
    const key = makeKey('k');
    const manifest = makePack(key);
    const at = '2025-11-18T11:26:41Z';
    const worker = api();
    expect(await worker.checkIntact(manifest, at)).toMatchObject({ ok: true, value: { state: 'passed' } });
    expect(await worker.checkSigned({ manifest, held: { keys: [key.jwk], fetchedAt: at }, tenantId: 'demo' }, at)).toMatchObject({
      ok: true,
      value: { state: 'passed' },
    });
    expect(await worker.recompute({ ...manifest, manifestHash: '0' })).toMatchObject({
      ok: true,
      value: { message: 'Hash Mismatch Detected' },
    });
  });

  it('checks a signed record', { tags: ['D-33'] }, async () => {
    const key = makeKey('k');
    const value = makeReport(key, pcafBody);
    const at = '2025-11-18T11:26:41Z';
    const held = { keys: [key.jwk], fetchedAt: at };
    expect(await api().checkRecord({ record: { kind: 'report', value }, held, tenantId: 'demo' }, at)).toMatchObject({
      ok: true,
      value: { outcome: 'verified', signed: { evidence: { keysFetchedAt: at } } },
    });
    // Several records are judged one by one, in order.
    const forged = { ...value, reportHash: '0'.repeat(64) };
    const records = [forged, value].map((one) => ({ kind: 'report', value: one }) as const);
    const judged = await api().checkRecords({ records, held, tenantId: 'demo' }, at);
    expect(judged.ok && judged.value.map(({ outcome }) => outcome)).toEqual(['not_verified', 'verified']);
  });

  it('hashes a dropped file', { tags: ['D-8'] }, async () => {
    const answer = await api().hash('j', { kind: 'blob', name: 'a.csv', size: 5, blob: new Blob(['hello']) });
    expect(answer).toMatchObject({ ok: true, value: { digest: { name: 'a.csv', size: 5, hash: sha256('hello') }, blob: null } });
  });

  it('a file that was moved or changed since it was picked is to be picked again, and is not called unreachable', {
    tags: ['M-13', 'D-8'],
  }, async () => {
    const gone = Object.assign(new Blob(['hello']), {
      arrayBuffer: () => Promise.reject(new DOMException('it could not be read', 'NotReadableError')),
    });
    expect(await api().hash('j', { kind: 'blob', name: 'a.csv', size: 5, blob: gone })).toEqual({
      ok: false,
      problem: { code: 'storage', message: 'a.csv cannot be read any more: pick it again', retry: false },
    });
  });

  it('streams what is above 64 MB, with progress, to the same digest', { tags: ['D-8'] }, async () => {
    const part = new Uint8Array(1024 * 1024).map((_, index) => index & 0xff);
    // One byte above the limit.
    const size = WHOLE_FILE_LIMIT + 1;
    const parts = [...Array.from({ length: WHOLE_FILE_LIMIT / part.length }, () => part), part.subarray(0, 1)];
    const whole = createHash('sha256');
    for (const each of parts) whole.update(each);
    const seen: number[] = [];
    const blob = new Blob(parts);
    const engine = vi.spyOn(crypto.subtle, 'digest');
    const worker = api();
    await worker.listen((jobId, done, total) => {
      expect([jobId, total]).toEqual(['j', size]);
      seen.push(done);
    });
    const answer = await worker.hash('j', { kind: 'blob', name: 'film.mp4', size, blob });
    expect(answer).toMatchObject({ ok: true, value: { digest: { hash: whole.digest('hex'), size } } });
    // WebCrypto would need all bytes in one piece, and a copy of them.
    expect(engine).not.toHaveBeenCalled();
    engine.mockRestore();
    expect(seen.length).toBeGreaterThan(2);
    expect(seen.toSorted((a, b) => a - b)).toEqual(seen);
  });

  it('a download of exactly 64 MB is held whole for the engine; one of a byte more than is listed is another file, of which no digest is needed', {
    tags: ['M-13', 'D-8'],
  }, async () => {
    const engine = vi.spyOn(crypto.subtle, 'digest');
    const bytes = new Uint8Array(WHOLE_FILE_LIMIT + 1).fill(7);
    const exact = bytes.subarray(1);
    expect(await api(echoing(() => new Response(exact))).hash('j', link(WHOLE_FILE_LIMIT))).toMatchObject({
      ok: true,
      value: { digest: { size: WHOLE_FILE_LIMIT, hash: sha256(exact) }, blob: null },
    });
    expect(engine).toHaveBeenCalledTimes(1);
    expect(await api(echoing(() => new Response(bytes))).hash('j', link(WHOLE_FILE_LIMIT))).toMatchObject({
      ok: true,
      value: { digest: { hash: null } },
    });
    expect(engine).toHaveBeenCalledTimes(1);
    engine.mockRestore();
  });

  it('where there is no memory for the engine to hash a file in one piece, it is hashed piece by piece to the same digest', {
    tags: ['M-13', 'D-8'],
  }, async () => {
    for (const failure of [new RangeError('Array buffer allocation failed'), new DOMException('no memory', 'OperationError')]) {
      const engine = vi.spyOn(crypto.subtle, 'digest').mockRejectedValue(failure);
      const linked = await api(echoing(() => new Response('hello'))).hash('j', link(5, true));
      const local = await api().hash('j', { kind: 'blob', name: 'a.csv', size: 5, blob: new Blob(['hello']) });
      engine.mockRestore();
      for (const answer of [linked, local])
        expect(answer).toMatchObject({ ok: true, value: { digest: { size: 5, hash: sha256('hello') } } });
    }
  });

  it('a file for which this browser has no memory is told as that: neither the platform nor the file is called unreachable', {
    tags: ['M-13', 'D-8'],
  }, async () => {
    const failure = new RangeError('Array buffer allocation failed');
    const starved = () => new Response(new ReadableStream({ start: (sink) => sink.error(failure) }));
    const blob = Object.assign(new Blob(['hello']), { arrayBuffer: () => Promise.reject(failure) });
    for (const answer of [
      await api(echoing(starved)).hash('j', link(5)),
      await api().hash('j', { kind: 'blob', name: 'a.csv', size: 5, blob }),
    ])
      expect(answer).toEqual({
        ok: false,
        problem: {
          code: 'internal',
          message: 'This browser has too little memory left to check a.csv: close other tabs, then try again',
          retry: false,
        },
      });
  });

  it('does not hash a file of another length, and reads no further than the listed one', { tags: ['D-8'] }, async () => {
    let pulled = 0;
    const endless = echoing(
      () =>
        new Response(
          new ReadableStream({
            pull: (sink) => {
              pulled += 1;
              sink.enqueue(new Uint8Array(1000));
            },
          }),
        ),
    );
    expect(await api(endless).hash('j', link(2500))).toMatchObject({ ok: true, value: { digest: { hash: null } } });
    expect(pulled).toBeLessThan(10);
    expect(await api(echoing(() => new Response('hell'))).hash('j', link(5))).toMatchObject({
      ok: true,
      value: { digest: { hash: null, size: 4 } },
    });
  });

  it('downloads with the session and past every cache, and hands the bytes back only when asked', { tags: ['D-8'] }, async () => {
    const fetched = vi.fn(() => Promise.resolve(new Response('hello')));
    expect(await api(fetched).hash('j', link(5))).toMatchObject({
      ok: true,
      value: { digest: { hash: sha256('hello') }, blob: null },
    });
    expect(fetched).toHaveBeenCalledWith(
      'http://localhost:4173/api/evidence/EP-1/files/a.csv?token=t',
      expect.objectContaining({
        headers: expect.objectContaining({ 'X-Tenant-ID': 'demo' }),
        credentials: 'same-origin',
        cache: 'no-store',
      }),
    );
    const kept = await api(fetched).hash('j', link(5, true));
    expect(kept.ok && kept.value.blob instanceof Blob && (await kept.value.blob.text())).toBe('hello');
  });

  it('follows no link to another origin', async () => {
    const fetched = vi.fn();
    for (const url of ['https://evil.example/a', '//evil.example/a', 'data:text/plain,hello', 'javascript:alert(1)']) {
      expect(await api(fetched).hash('j', { ...link(5), url })).toMatchObject({ ok: false, problem: { code: 'not_ours' } });
    }
    expect(fetched).not.toHaveBeenCalled();
  });

  it('tells a refusal and a lost network apart', async () => {
    expect(await api(echoing(() => new Response('', { status: 403 }))).hash('j', link(5))).toMatchObject({
      problem: { code: 'forbidden', status: 403 },
    });
    expect(await api().hash('j', link(5))).toMatchObject({ problem: { code: 'network', retry: true } });
  });

  it('takes nobody’s page for a file that was tampered with, and the right bytes from whoever brings them', {
    tags: ['M-8', 'F-33', 'D-50'],
  }, async () => {
    const page = '<h1>No</h1>';
    for (const status of [200, 401, 403, 404, 503])
      expect(await api(async () => new Response(page, { status })).hash('j', link(page.length))).toMatchObject({
        ok: false,
        problem: { code: 'not_ours', retry: true, message: expect.stringContaining('Another page answered instead of the platform') },
      });
    expect(await api(async () => new Response('hello')).hash('j', link(5))).toMatchObject({ value: { digest: { hash: sha256('hello') } } });
    expect(await api(echoing(() => new Response('jello'))).hash('j', link(5))).toMatchObject({
      value: { digest: { hash: sha256('jello') } },
    });
  });

  it('what goes wrong in a check is told in its own words, and what has none as a failure: never as a verdict', {
    tags: ['K-6'],
  }, async () => {
    const damaged = (thrown: unknown): EvidenceManifest =>
      new Proxy({} as EvidenceManifest, {
        get: () => {
          throw thrown;
        },
      });
    const checked = async (thrown: unknown) => api().checkIntact(damaged(thrown), '2025-11-18T11:26:41Z');
    const failure = (message: string) => ({ ok: false, problem: { code: 'internal', message, retry: false } });
    expect(await checked(new RangeError('Out of memory'))).toEqual(failure('Out of memory'));
    expect(await checked('no error at all')).toEqual(failure('An unexpected failure'));
  });

  it('a cancel ends the jobs of its name and no other', async () => {
    const hanging = () =>
      Promise.resolve(
        new Response(
          new ReadableStream({
            pull: (sink) => {
              sink.enqueue(new Uint8Array(10));
              return new Promise((resolve) => setImmediate(resolve));
            },
          }),
        ),
      );
    const worker = api(hanging);
    const running = worker.hash('EP-1/a', link(1_000_000_000));
    const other = api(() => Promise.resolve(new Response('hello'))).hash('EP-2/a', link(5));
    await worker.cancel('EP-1');
    expect(await running).toMatchObject({ ok: false, problem: { code: 'cancelled' } });
    expect((await other).ok).toBe(true);
  });
});
