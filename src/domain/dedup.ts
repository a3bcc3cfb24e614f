/**
 * Bounded memory of seen events. It is only a pre-filter: the write transaction compares versions with the stored row and decides (D-13).
 */

/** C-57: a set of keys that is trimmed to the latest `kept` above `limit`. */
export interface SeenSet {
  /** True the first time a key is added, false while it is remembered. */
  readonly add: (key: string) => boolean;
  readonly clear: () => void;
  readonly size: () => number;
}

/** Number of keys above which a set is trimmed, and number that stays (C-57). */
export const seenLimit = 1000;
export const seenKept = 500;

/** Above `limit` keys it forgets all but the latest `kept`, in the order in which they were first added. */
export function createSeenSet(limit: number = seenLimit, kept: number = seenKept): SeenSet {
  let keys = new Set<string>();
  return {
    add: (key) => {
      if (keys.has(key)) return false;
      keys.add(key);
      // A Set keeps insertion order: the latest keys are at the end.
      if (keys.size > limit) keys = new Set([...keys].slice(-kept));
      return true;
    },
    clear: () => keys.clear(),
    size: () => keys.size,
  };
}

/** C-58, D-13: the highest version seen of each resource; the least recently updated resources are forgotten first. */
export interface HighWater {
  /** Raises the mark and returns true; false if the version is not above it. */
  readonly raise: (resource: string, version: number) => boolean;
  readonly of: (resource: string) => number | null;
  readonly clear: () => void;
  readonly size: () => number;
}

/** Number of resources whose version is remembered (C-58). */
export const highWaterLimit = 4000;

/** Remembers at most `limit` resources; `of` returns null for an unknown or forgotten one. */
export function createHighWater(limit: number = highWaterLimit): HighWater {
  const versions = new Map<string, number>();
  return {
    raise: (resource, version) => {
      const seen = versions.get(resource);
      if (seen !== undefined && version <= seen) return false;
      versions.delete(resource);
      versions.set(resource, version);
      if (versions.size > limit) {
        const oldest = versions.keys().next();
        if (!oldest.done) versions.delete(oldest.value);
      }
      return true;
    },
    of: (resource) => versions.get(resource) ?? null,
    clear: () => versions.clear(),
    size: () => versions.size,
  };
}
