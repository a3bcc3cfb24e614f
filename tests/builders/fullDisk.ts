import { vi } from 'vitest';

/** A full disk: no write succeeds, whatever is deleted. */
export interface FullDisk {
  /** Ends the shortage. */
  readonly end: () => void;
}

/** Internals of fake-indexeddb's transactions: the step from one request to the next or to the commit. */
interface Steps {
  readonly _requests: readonly { readonly request: IDBRequest }[];
  readonly _state: string;
  readonly _abort: (error: string) => void;
  _start: () => void;
}

/**
 * From now on every transaction that puts or adds something fails with QuotaExceededError, and one that only deletes succeeds, as in
 * Chromium. `how` says where the error appears: on the request; as the cause of an abort; or, as in Chromium, at commit after each of its
 * requests has succeeded.
 */
export function fillDisk(how: 'request' | 'abort' | 'commit'): FullDisk {
  let isFull = true;
  const proto = globalThis.IDBObjectStore.prototype;
  const transactions = globalThis.IDBTransaction.prototype as unknown as Steps; // fake-indexeddb's own
  const { put, add } = proto;
  const start = transactions._start;
  const written = new WeakSet<object>();
  const write = (store: IDBObjectStore): void => {
    if (!isFull) return;
    const noRoom = new DOMException('no room', 'QuotaExceededError');
    if (how === 'request') throw noRoom;
    if (how === 'abort') throw Object.assign(new DOMException('aborted', 'AbortError'), { inner: noRoom });
    written.add(store.transaction);
  };
  const spies = [
    vi.spyOn(proto, 'put').mockImplementation(function (this: IDBObjectStore, ...given) {
      write(this);
      return put.apply(this, given);
    }),
    vi.spyOn(proto, 'add').mockImplementation(function (this: IDBObjectStore, ...given) {
      write(this);
      return add.apply(this, given);
    }),
    vi.spyOn(transactions, '_start').mockImplementation(function (this: Steps) {
      const isCommitting = this._state !== 'finished' && this._requests.every(({ request }) => request.readyState === 'done');
      if (isFull && isCommitting && written.has(this)) this._abort('QuotaExceededError');
      else start.call(this);
    }),
  ];
  return {
    end: () => {
      isFull = false;
      for (const spy of spies) spy.mockRestore();
    },
  };
}
