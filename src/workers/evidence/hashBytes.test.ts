import { expect, it } from 'vitest';
import { hashBlob } from './hashBytes.ts';

it('[M-13] [D-8] a file whose check was cancelled while it was read gives no hash', async () => {
  const cancel = new AbortController();
  const blob = new Blob(['kept back']);
  const options = { listedSize: blob.size, keep: true, signal: cancel.signal, now: () => 0, progress: () => undefined };
  expect((await hashBlob(blob, options)).hash).toMatch(/^[0-9a-f]{64}$/);
  const hashing = hashBlob(blob, options);
  cancel.abort(new Error('the dialog was closed'));
  await expect(hashing).rejects.toThrow('the dialog was closed');
});
