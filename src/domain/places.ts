import type { Permission } from '../contracts/access.ts';
import { mayOpen, type MorphicKind, type ScreenId, screenIds, type ScreenNeeds, screens, screenTable } from './screens/screens.ts';

/** The target of a URL: a screen, in its own look or in the morphic skin. */
export interface Place {
  readonly id: ScreenId;
  /** Its canonical path; the requested path may be an alias. */
  readonly path: string;
  readonly needs: ScreenNeeds;
  readonly morphic: MorphicKind | null;
}

const suffix = '-morphic';

/** The short path that leads to a screen too; null if it has none. */
export function aliasOf(id: ScreenId): string | null {
  const { path, aliased } = screenTable[id];
  return aliased === true ? path.slice(path.lastIndexOf('/')) : null;
}

/**
 * The place at a path or alias; null if there is none. The only implementation of the variant rule: a morphic variant is at the screen's
 * path plus the suffix, never at an alias.
 */
export function placeAt(path: string): Place | null {
  const wanted = path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
  const isMorphic = wanted.endsWith(suffix);
  const stem = isMorphic ? wanted.slice(0, -suffix.length) : null;
  for (const id of screenIds) {
    const { path: own, needs, morphic = null } = screenTable[id];
    // The overview's variant has its own row, since '/' cannot take the suffix.
    if (own === wanted || aliasOf(id) === wanted) return { id, path: own, needs, morphic: isMorphic ? 'live' : null };
    if (morphic !== null && own === stem) return { id, path: wanted, needs: morphic === 'sample' ? 'public' : needs, morphic };
  }
  return null;
}

/** The screen of a path, alias or variant; null if there is none. */
export function screenAt(path: string): ScreenId | null {
  return placeAt(path)?.id ?? null;
}

/** The screen that a path's beginning (`/operations`) stands for: the one at it, else the first below it for the permissions `held`. */
export function screenUnder(path: string, held: ReadonlySet<Permission> | null): ScreenId | null {
  return screenAt(path) ?? screenIds.find((id) => screens[id].path.startsWith(`${path}/`) && mayOpen(id, held)) ?? null;
}

/** Every place, in the table's order, each screen followed by its variant. */
export function allPlaces(): readonly Place[] {
  return screenIds.flatMap((id) => {
    const { path, morphic } = screenTable[id];
    return [path, ...(morphic === undefined ? [] : [`${path}${suffix}`])].flatMap((each) => placeAt(each) ?? []);
  });
}
