import { Dexie, liveQuery, type ObservabilitySet, RangeSet, rangesOverlap } from 'dexie';

/**
 * Reads, and reads again whenever something that was read may have changed, here or in another context. Dexie's own live query keeps ALL changes
 * of ALL tables from one reading to the next, merged into one tree for each index: on a display where one panel's rows never change while
 * others' do, that grew by 8 MB a minute and took most of the page's time. Here each change is compared with what was read, and forgotten.
 * @param read rejects never: what can fail is the caller's to turn into a value
 * @returns ends it
 */
export function liveRead<T>(read: () => Promise<T>, show: (value: T) => void): () => void {
  let observed: ObservabilitySet = {};
  /** A reading under way, which Dexie watches: it begins again by itself when what it has read so far changes. */
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
      // Nothing could be read, where a database is not there: whatever comes next may be what it waits for.
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

/** Where Dexie notes what the live query that runs now reads: in the zone of its promises, which it exports without a type. */
function observedHere(): ObservabilitySet {
  const { subscr } = (Dexie.Promise as unknown as { readonly PSD: { readonly subscr?: ObservabilitySet } }).PSD;
  if (subscr === undefined) throw new Error('this Dexie does not say what a live query reads');
  return subscr;
}

/** Dexie's own comparison. `all` stands for every part: a page that comes back from the browser's cache missed who knows what. */
function overlaps(observed: ObservabilitySet, changed: ObservabilitySet): boolean {
  if (observed['all'] !== undefined || changed['all'] !== undefined) return true;
  return Object.entries(changed).some(([part, ranges]) => {
    const read = observed[part];
    return read !== undefined && rangesOverlap(ranges, read);
  });
}
