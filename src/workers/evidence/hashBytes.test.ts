import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { hashBlob, hashBytes } from './hashBytes.ts';

it('a file whose check was cancelled while it was read gives no hash', { tags: ['M-13', 'D-8'] }, async () => {
  const cancel = new AbortController();
  const blob = new Blob(['kept back']);
  const options = { listedSize: blob.size, keep: true, signal: cancel.signal, now: () => 0, progress: () => undefined };
  expect((await hashBlob(blob, options)).hash).toMatch(/^[0-9a-f]{64}$/);
  const hashing = hashBlob(blob, options);
  cancel.abort(new Error('the dialog was closed'));
  await expect(hashing).rejects.toThrow('the dialog was closed');
});

it('how far a check has come is told every 100 ms, neither with each piece nor late', { tags: ['M-13', 'D-8'] }, async () => {
  let now = 0;
  /** When each chunk arrives, milliseconds. */
  const comes = [40, 100, 140, 199, 200, 350];
  const told: (readonly [number, number])[] = [];
  const stream = new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      pull: (controller) => {
        now = comes.shift() ?? now;
        controller.enqueue(new Uint8Array(10));
        if (comes.length === 0) controller.close();
      },
    },
    { highWaterMark: 0 },
  );
  const { hash } = await hashBytes(stream, {
    listedSize: 60,
    keep: false,
    signal: new AbortController().signal,
    now: () => now,
    progress: (doneBytes) => told.push([now, doneBytes]),
  });
  // The hash covers all chunks, in order.
  expect(hash).toBe(createHash('sha256').update(new Uint8Array(60)).digest('hex'));
  expect(told).toEqual([
    [100, 20],
    [200, 50],
    [350, 60],
  ]);
});

it('a file on the device that is not as long as the manifest lists is told with its length, and not read', {
  tags: ['M-13', 'D-8'],
}, async () => {
  const signal = new AbortController().signal;
  const options = { listedSize: 8, keep: true, signal, now: () => 0, progress: () => undefined };
  expect(await hashBlob(new Blob(['kept back']), options)).toEqual({ size: 9, hash: null, parts: [] });
});

it('a download that is not read to its end is ended: of who serves more than is listed, nothing more is fetched', {
  tags: ['M-13', 'D-8'],
}, async () => {
  let ended = 0;
  const stream = new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull: (controller) => controller.enqueue(new Uint8Array(10)),
    cancel: () => void (ended += 1),
  });
  const signal = new AbortController().signal;
  const options = { listedSize: 25, keep: false, signal, now: () => 0, progress: () => undefined };
  expect(await hashBytes(stream, options)).toEqual({ size: 30, hash: null, parts: [] });
  expect(ended).toBe(1);
});
