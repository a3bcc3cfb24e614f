import { existsSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { parse, type Parsed } from './syntax.ts';

/** Modules of a tree of sources and who needs whom at run time. Paths are from the root, with forward slashes. */
export interface ModuleGraph {
  /** Parsed once; throws where the file is no TypeScript. */
  readonly parsed: (path: string) => Parsed;
  /** Own modules that a module needs at run time: types and packages are left out. */
  readonly needs: (path: string) => readonly string[];
  /** These and everything that they need, directly or not. */
  readonly reachable: (entries: readonly string[]) => ReadonlySet<string>;
}

/** The path of a module that a specifier names, without a query such as `?worker&url`; null for a package, and for what is no script. */
export function resolvedFrom(importer: string, specifier: string): string | null {
  const bare = specifier.split('?')[0] ?? '';
  if (!bare.startsWith('.')) return null;
  return /\.(tsx?|mjs)$/.test(bare) ? posix.join(posix.dirname(importer), bare) : null;
}

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
