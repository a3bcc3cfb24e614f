/**
 * What was seen of the event stream, in bounded memory. Neither of the two decides alone: the write transaction compares
 * versions with the stored row (D-13). These keep what is certainly old from getting that far.
 */

/** C-57: a set of keys that, above `limit`, is trimmed to the latest `kept`. */
export interface SeenSet {
  /** True the first time a key comes, false while it is remembered. */
  readonly add: (key: string) => boolean;
  readonly clear: () => void;
  readonly size: () => number;
}

export const seenLimit = 1000;
export const seenKept = 500;

export function createSeenSet(limit: number = seenLimit, kept: number = seenKept): SeenSet {
  let keys = new Set<string>();
  return {
    add: (key) => {
      if (keys.has(key)) return false;
      keys.add(key);
      // A Set keeps the order of insertion: the latest are at the end.
      if (keys.size > limit) keys = new Set([...keys].slice(-kept));
      return true;
    },
    clear: () => keys.clear(),
    size: () => keys.size,
  };
}

/** C-58, D-13: the highest version seen of each resource; the resources longest unheard of are forgotten first. */
export interface HighWater {
  /** Raises the mark and answers true, or false where the version is not above it. */
  readonly raise: (resource: string, version: number) => boolean;
  readonly of: (resource: string) => number | null;
  readonly clear: () => void;
  readonly size: () => number;
}

export const highWaterLimit = 4000;

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
