import { Dexie, liveQuery, type ObservabilitySet, RangeSet, rangesOverlap } from 'dexie';

/**
 * Reads now, and again whenever data it read may have changed, here or in another context. Dexie's own live query accumulates ALL changes
 * of ALL tables between two reads, merged into one tree per index: on a display where one panel's rows never change while others' do,
 * that grew by 8 MB a minute and took most of the page's time. Here each change is compared with what was read and then dropped.
 * @param read must never reject; the caller turns failures into values
 * @returns stops it
 */
export function liveRead<T>(read: () => Promise<T>, show: (value: T) => void): () => void {
  let observed: ObservabilitySet = {};
  /** A read in progress, observed by Dexie: it restarts by itself if what it has read so far changes. */
  let reading: { unsubscribe(): void } | null = null;

  const begin = (): void => {
    let parts: ObservabilitySet = {};
    const watched = liveQuery(() => {
      parts = observedHere();
      return read();
    });
    reading = watched.subscribe((value) => {
      reading?.unsubscribe();
      reading = null;
      // Nothing was read, because there is no database: any change may be the awaited one.
      observed = Object.keys(parts).length === 0 ? { all: new RangeSet() } : parts;
      show(value);
    });
  };
  const changed = (parts: ObservabilitySet): void => {
    if (reading === null && overlaps(observed, parts)) begin();
  };
  begin();
  Dexie.on.storagemutated.subscribe(changed);
  return () => {
    Dexie.on.storagemutated.unsubscribe(changed);
    reading?.unsubscribe();
    reading = null;
  };
}

/** Where Dexie records what the current live query reads: in its promise zone, which it exports without a type. */
function observedHere(): ObservabilitySet {
  const { subscr } = (Dexie.Promise as unknown as { readonly PSD: { readonly subscr?: ObservabilitySet } }).PSD;
  if (subscr === undefined) throw new Error('this Dexie does not say what a live query reads');
  return subscr;
}

/** Dexie's own comparison. `all` stands for every part: a page restored from the browser's cache has missed unknown changes. */
function overlaps(observed: ObservabilitySet, changed: ObservabilitySet): boolean {
  if (observed['all'] !== undefined || changed['all'] !== undefined) return true;
  return Object.entries(changed).some(([part, ranges]) => {
    const read = observed[part];
    return read !== undefined && rangesOverlap(ranges, read);
  });
}
