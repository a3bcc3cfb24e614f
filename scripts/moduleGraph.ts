import { existsSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { parse, type Parsed } from './syntax.ts';

/** The modules of a source tree and their run-time dependencies. Paths are relative to the root, with forward slashes. */
export interface ModuleGraph {
  /** The syntax tree, cached. Throws if the file is not valid TypeScript. */
  readonly parsed: (path: string) => Parsed;
  /** Own modules that a module imports at run time, without types and packages. */
  readonly needs: (path: string) => readonly string[];
  /** The entries and all their direct and indirect dependencies. */
  readonly reachable: (entries: readonly string[]) => ReadonlySet<string>;
}

/**
 * The path of the module that a specifier names, without a query such as `?worker&url`; null for packages and for files that are not
 * scripts.
 */
export function resolvedFrom(importer: string, specifier: string): string | null {
  const bare = specifier.split('?')[0] ?? '';
  if (!bare.startsWith('.')) return null;
  return /\.(tsx?|mjs)$/.test(bare) ? posix.join(posix.dirname(importer), bare) : null;
}

/** Reads files on demand and keeps each tree: a graph describes the sources as they were when first asked about. */
export function createModuleGraph(root: string): ModuleGraph {
  const trees = new Map<string, Parsed>();
  const edges = new Map<string, readonly string[]>();
  const parsed = (path: string): Parsed => {
    const held = trees.get(path) ?? parse(path, readFileSync(join(root, path), 'utf8'));
    trees.set(path, held);
    return held;
  };
  const needs = (path: string): readonly string[] => {
    const held = edges.get(path);
    if (held !== undefined) return held;
    const found = parsed(path).taken.flatMap(({ specifier, typesOnly }) => (typesOnly ? [] : (resolvedFrom(path, specifier) ?? [])));
    const own = [...new Set(found)].filter((one) => existsSync(join(root, one)));
    edges.set(path, own);
    return own;
  };
  const reachable = (entries: readonly string[]): ReadonlySet<string> => {
    const seen = new Set<string>();
    const waiting = [...entries];
    for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
      if (seen.has(path)) continue;
      seen.add(path);
      waiting.push(...needs(path));
    }
    return seen;
  };
  return { parsed, needs, reachable };
}
