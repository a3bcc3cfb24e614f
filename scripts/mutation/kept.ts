import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { ModuleGraph } from '../moduleGraph.ts';

const hashOf = (...parts: readonly string[]): string => createHash('sha256').update(parts.join('\0')).digest('hex').slice(0, 20);

/** A key that changes with a file's content. */
export const contentKey = (source: string): string => hashOf(source);

/** A persistent cache: a key names everything a value was computed from; the last write wins. */
export interface Kept<T> {
  readonly get: (key: string) => T | undefined;
  readonly set: (key: string, value: T) => void;
}

/**
 * Opens a cache in a file of one JSON line per write, made with its folder if missing. A last line cut off by a kill is ignored.
 * @throws if an earlier line is not JSON
 */
export function openKept<T>(path: string): Kept<T> {
  mkdirSync(dirname(path), { recursive: true });
  const held = new Map<string, T>();
  const lines = existsSync(path) ? readFileSync(path, 'utf8').split('\n') : [];
  for (const line of lines.slice(0, -1)) {
    // Written below.
    const { key, value } = JSON.parse(line) as { key: string; value: T };
    held.set(key, value);
  }
  return {
    get: (key) => held.get(key),
    set: (key, value) => {
      held.set(key, value);
      appendFileSync(path, `${JSON.stringify({ key, value })}\n`);
    },
  };
}

/** Creates keys that change with a test, any of its direct or indirect own modules, or the packages. */
export function closureKeys(root: string, graph: ModuleGraph): (test: string) => string {
  const bytes = new Map<string, string>();
  const contentOf = (path: string): string => {
    const held = bytes.get(path) ?? hashOf(readFileSync(join(root, path), 'utf8'));
    bytes.set(path, held);
    return held;
  };
  const keys = new Map<string, string>();
  return (test) => {
    const needed = [...graph.reachable([test])].sort();
    const key = keys.get(test) ?? hashOf(test, contentOf('package-lock.json'), ...needed.flatMap((path) => [path, contentOf(path)]));
    keys.set(test, key);
    return key;
  };
}
