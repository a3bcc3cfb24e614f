import type { Readable, Writable } from 'node:stream';

/** A slow or choppy line. */
export interface Shape {
  /** Additional delay of each chunk, milliseconds. */
  readonly latencyMs?: number;
  readonly bytesPerSecond?: number;
  /** Maximum bytes per write. */
  readonly sliceBytes?: number;
}

/** A line that breaks. */
export interface Cut {
  /** Bytes of the body that still pass. */
  readonly afterBytes: number;
  /** `reset`: the connection is torn down. `end`: the answer ends early as if it were complete. */
  readonly by: 'reset' | 'end';
}

type Line =
  | ({ readonly kind: 'shape' } & Shape)
  | ({ readonly kind: 'cut' } & Cut)
  | { readonly kind: 'answer' }
  | { readonly kind: 'reset' }
  | null;

/** Pause between unslowed writes: long enough for the other side to receive each slice separately. */
const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
const wait = (ms: number): Promise<void> => (ms <= 0 ? nextTurn() : new Promise((resolve) => setTimeout(resolve, ms)));

/**
 * Carries bytes from the platform to the browser, in order; `line` is read for every chunk. While `passes` is false, bytes are lost
 * silently. `reset` tears down both sides.
 */
export function relay(from: Readable, to: Writable, line: () => Line, passes: () => boolean, reset: () => void): void {
  let carried = 0;
  let sending: Promise<void> = Promise.resolve();
  let over = false;
  const write = (bytes: Buffer): void => {
    carried += bytes.length;
    if (passes() && !to.destroyed && !to.writableEnded) to.write(bytes);
  };

  const send = async (chunk: Buffer): Promise<void> => {
    const now = line();
    if (over || to.destroyed) return;
    if (now?.kind === 'reset' || now?.kind === 'answer') {
      over = true;
      return reset();
    }
    if (now?.kind === 'cut') {
      const left = Math.max(0, now.afterBytes - carried);
      write(chunk.subarray(0, left));
      if (chunk.length < left) return;
      over = true;
      if (now.by === 'end') {
        to.end();
        return;
      }
      await nextTurn(); // Send what was written before the cut first.
      return reset();
    }
    if (now === null) return write(chunk);
    const slice = now.sliceBytes ?? chunk.length;
    for (let at = 0; at < chunk.length && !to.destroyed; at += slice) {
      const piece = chunk.subarray(at, at + slice);
      await wait(now.bytesPerSecond === undefined ? 0 : (piece.length / now.bytesPerSecond) * 1000);
      write(piece);
    }
  };

  from.on('data', (chunk: Buffer) => {
    const arrived = performance.now();
    sending = sending.then(async () => {
      const now = line();
      const latencyMs = now?.kind === 'shape' ? (now.latencyMs ?? 0) : 0;
      if (latencyMs > 0) await wait(arrived + latencyMs - performance.now());
      await send(chunk);
    });
  });
  from.once('end', () => {
    sending = sending.then(() => {
      if (!over && passes()) to.end();
    });
  });
  from.on('error', () => {
    if (passes()) reset();
  });
}
