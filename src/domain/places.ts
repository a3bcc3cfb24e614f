import { type MorphicKind, type ScreenId, screenIds, type ScreenNeeds, screenTable } from './screens.ts';

/** Where an address leads: a screen, in its own look or in the morphic skin. */
export interface Place {
  readonly id: ScreenId;
  /** The one address of it; what was asked for may be another name. */
  readonly path: string;
  readonly needs: ScreenNeeds;
  readonly morphic: MorphicKind | null;
}

const suffix = '-morphic';

/** The place at a path, by path or alias; null where there is none. The rule of the variants stands here and nowhere else: a screen that has one has it at
 * its path with the suffix, never at an alias. */
export function placeAt(path: string): Place | null {
  const wanted = path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
  const isMorphic = wanted.endsWith(suffix);
  const stem = isMorphic ? wanted.slice(0, -suffix.length) : null;
  for (const id of screenIds) {
    const { path: own, aliases, needs, morphic = null } = screenTable[id];
    // The overview's is a row of its own, since '/' has no path to put the suffix to.
    if (own === wanted || aliases.some((alias) => alias === wanted)) return { id, path: own, needs, morphic: isMorphic ? 'live' : null };
    if (morphic !== null && own === stem) return { id, path: wanted, needs: morphic === 'sample' ? 'public' : needs, morphic };
  }
  return null;
}

/** The screen a path belongs to, by path, alias or variant; null where there is none. */
export function screenAt(path: string): ScreenId | null {
  return placeAt(path)?.id ?? null;
}

/** Every place there is, for whoever walks through all of them: the screens in the table's order, each followed by its variant. */
export function allPlaces(): readonly Place[] {
  return screenIds.flatMap((id) => {
    const { path, morphic } = screenTable[id];
    return [path, ...(morphic === undefined ? [] : [`${path}${suffix}`])].flatMap((each) => placeAt(each) ?? []);
  });
}
