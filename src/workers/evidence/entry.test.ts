import * as Comlink from 'comlink';
import { afterEach, expect, it, vi } from 'vitest';
import type { EvidenceWorkerApi } from '../../contracts/evidenceRpc.ts';

const { port1: inside, port2: outside } = new MessageChannel();
afterEach(() => {
  vi.unstubAllGlobals();
  inside.close();
});

it('the worker answers its page across the seam, and says of a file when it was hashed: now', { tags: ['K-6'] }, async () => {
  // The scope of a dedicated worker, on one end of a channel.
  vi.stubGlobal('addEventListener', inside.addEventListener.bind(inside));
  vi.stubGlobal('postMessage', inside.postMessage.bind(inside));
  vi.stubGlobal('location', { origin: 'http://localhost:4173' });
  vi.resetModules();
  await import('./entry.ts');
  inside.start();
  const worker = Comlink.wrap<EvidenceWorkerApi>(outside);
  const begunAt = Date.now();
  const hashed = await worker.hash('EP-1/a', { kind: 'blob', name: 'a.csv', size: 5, blob: new Blob(['hello']) });
  if (!hashed.ok) throw new Error(hashed.problem.message);
  const { name, hash, hashedAt } = hashed.value.digest;
  expect([name, hash]).toEqual(['a.csv', '2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824']);
  expect(Date.parse(hashedAt)).toBeGreaterThanOrEqual(begunAt);
  expect(Date.parse(hashedAt)).toBeLessThanOrEqual(Date.now());
});
