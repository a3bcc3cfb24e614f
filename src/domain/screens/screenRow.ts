import type { Permission } from '../../contracts/access.ts';

/** Navigation groups in the order of the bar (core document, section 2). */
export const screenGroups = ['Overview', 'Operations', 'Finance', 'Insights', 'System'] as const;
export type ScreenGroup = (typeof screenGroups)[number];

/** What opening a screen requires: nothing, a session, or a permission (D-6). */
export type ScreenNeeds = 'public' | 'session' | Permission;

/** The variant of a screen in the morphic skin. */
export type MorphicKind = 'live' | 'sample';

/** How menus, tab bar, palette, keyboard and the installed application offer a screen. */
export interface MenuPlace {
  readonly group: ScreenGroup;
  /** Short label for the phone's tab bar. */
  readonly short: string;
  /** Name of the lucide icon (LOOK, Icons). */
  readonly icon: string;
  /** The letter after G. Without one the screen is reached by the palette. */
  readonly letter?: string;
  /**
   * Place among the most used screens of each role, in the order of `consoleRoles`; 0 is none. The first five that it may open form the
   * phone's tab bar.
   */
  readonly tab?: readonly [number, number, number, number];
  /** Place among the shortcuts of the installed application's icon. */
  readonly installed?: number;
}

/**
 * One screen. Routes, menus, breadcrumbs, guards, links, quick links, tab bar, keys, manifest shortcuts and the role × route tests are
 * derived from the table; `app/routing/registry.tsx` maps each id to its component and does not compile if one is missing.
 */
export interface Screen {
  readonly path: `/${string}`;
  /** Also at the last part of its path alone: `/verifications`. */
  readonly aliased?: true;
  readonly title: string;
  readonly needs: ScreenNeeds;
  /** Absent for screens in no menu. */
  readonly menu?: MenuPlace;
  /**
   * Has a variant in the morphic skin at `<path>-morphic` (I-1): `live` with the same rows and requirements, `sample` for anybody, with
   * bundled sample data and no calls (D-17).
   */
  readonly morphic?: MorphicKind;
}
