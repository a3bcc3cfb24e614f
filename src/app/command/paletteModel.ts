import type { EvidencePack } from '../../contracts/evidence.ts';
import type { Portfolio } from '../../contracts/portfolio.ts';
import type { SavedView } from '../../contracts/savedView.ts';
import type { Verification } from '../../contracts/verification.ts';
import type { Permission } from '../../contracts/access.ts';
import { href } from '../../domain/screens/address.ts';
import { at, type Href } from '../../domain/screens/link.ts';
import { fuzzyMatch } from '../../domain/fuzzy.ts';
import { portfolioStateNames } from '../../domain/operations/platformStates.ts';
import { mayOpen, menuScreenIds, type MenuScreenId, screens } from '../../domain/screens/screens.ts';
import type { SiteName } from '../../store/readPalette.ts';

/** Actions of the palette itself; everything else it lists is a link. */
export const commandIds = ['refresh', 'copyLink', 'shortcuts', 'device', 'light', 'dark', 'system', 'lock', 'signOut'] as const;
export type CommandId = (typeof commandIds)[number];

/** Headings in the palette. */
export const paletteGroups = ['Screens', 'Saved views', 'Actions', 'Verifications', 'Evidence packs', 'Sites', 'Portfolios'] as const;
export type PaletteGroup = (typeof paletteGroups)[number];

/** One entry of the palette. */
export interface PaletteItem {
  /** Unique; also the id of its element. */
  readonly id: string;
  readonly group: PaletteGroup;
  readonly title: string;
  /** Secondary text after the title. */
  readonly detail: string;
  /** Additional search terms that are not shown. */
  readonly alias?: string;
  readonly run: { readonly kind: 'go'; readonly href: Href } | { readonly kind: 'command'; readonly command: CommandId };
  /** The screen whose icon it has; null for commands, which have their own. */
  readonly screen: MenuScreenId | null;
}

/** A match with its score and the positions of the matched letters in the title. */
export interface Ranked {
  readonly item: PaletteItem;
  readonly score: number;
  readonly at: readonly number[];
}

/** Maximum entries per kind, so that no kind pushes the others out of sight. */
export const maxOfKind = 6;

const commands: Readonly<Record<CommandId, readonly [title: string, alias: string]>> = {
  refresh: ['Refresh this page', 'reload update'],
  copyLink: ['Copy link to this page', 'address url share'],
  shortcuts: ['Keyboard shortcuts', 'help keys'],
  device: ['This device', 'install storage connection about diagnostics support'],
  light: ['Theme: light', 'appearance colour mode'],
  dark: ['Theme: dark', 'appearance colour mode night'],
  system: ['Theme: as the system', 'appearance colour mode'],
  lock: ['Lock now', 'app lock away pin passkey'],
  signOut: ['Sign out', 'log out leave'],
};

/** Actions that start on a screen of their own, with the permission they need. */
const tasks: readonly {
  readonly title: string;
  readonly needs: Permission;
  readonly screen: MenuScreenId;
  readonly href: Href;
  readonly alias: string;
}[] = [
  { title: 'Promote dead letters', needs: 'action:promote_dlq', screen: 'dlq', href: href('dlq'), alias: 'retry queue failed' },
  {
    title: 'Request an override',
    needs: 'action:request_override',
    screen: 'aiGovernance',
    href: href('aiGovernance', { ask: 'new' }),
    alias: 'agent prediction',
  },
  { title: 'Generate a report', needs: 'export:data', screen: 'compliance', href: href('compliance'), alias: 'pcaf issb download' },
  {
    title: 'Add a user',
    needs: 'admin:users',
    screen: 'users',
    href: href('users', { add: 'new' }),
    alias: 'create account invite person',
  },
  {
    title: 'Emergency kill switch',
    needs: 'view:dashboard',
    screen: 'incidents',
    href: href('incidents', { control: 'stop' }),
    alias: 'stop halt read-only',
  },
];

/**
 * Screens and actions for a user with the permissions `held`: what they may not open is not offered (D-6), nor a lock command without a
 * lock on this device.
 */
export function fixedItems(held: ReadonlySet<Permission>, hasLock: boolean): readonly PaletteItem[] {
  const pages = menuScreenIds
    .filter((id) => mayOpen(id, held))
    .map((id): PaletteItem => {
      const { title, path, menu } = screens[id];
      return {
        id: `screen-${id}`,
        group: 'Screens',
        title,
        detail: menu.group,
        alias: `${menu.short} ${path}`,
        run: { kind: 'go', href: href(id) },
        screen: id,
      };
    });
  const begun = tasks
    .filter(({ needs, screen }) => held.has(needs) && mayOpen(screen, held))
    .map(({ title, screen, href: to, alias }): PaletteItem => {
      return { id: `task-${screen}`, group: 'Actions', title, detail: screens[screen].title, alias, run: { kind: 'go', href: to }, screen };
    });
  const acts = commandIds
    .filter((command) => command !== 'lock' || hasLock)
    .map((command): PaletteItem => {
      const [title, alias] = commands[command];
      return { id: `command-${command}`, group: 'Actions', title, detail: '', alias, run: { kind: 'command', command }, screen: null };
    });
  return [...pages, ...begun, ...acts];
}

/** A saved view of the user. */
export function viewItem({ viewId, screen, name, query }: SavedView): PaletteItem | null {
  const id = menuScreenIds.find((each) => each === screen);
  if (id === undefined) return null;
  const { path, title } = screens[id];
  return { id: `view-${viewId}`, group: 'Saved views', title: name, detail: title, run: { kind: 'go', href: at(path, query) }, screen: id };
}

/** Leads to the verifications of this site. */
export function siteItem({ siteCode, siteName }: SiteName): PaletteItem {
  return {
    id: `site-${siteCode}`,
    group: 'Sites',
    title: siteName,
    detail: siteCode,
    alias: siteCode,
    run: { kind: 'go', href: href('verifications', { site: siteCode }) },
    screen: 'schools',
  };
}

/** Leads to the portfolio, opened on the portfolio screen. */
export function portfolioItem({ portfolioId, state }: Pick<Portfolio, 'portfolioId' | 'state'>): PaletteItem {
  return {
    id: `portfolio-${portfolioId}`,
    group: 'Portfolios',
    title: portfolioId,
    detail: portfolioStateNames[state].word,
    run: { kind: 'go', href: href('dgn', { open: portfolioId }) },
    screen: 'dgn',
  };
}

/** Leads to the verification, opened in Verification History. Found by its id and by the name of its site. */
export function verificationItem({
  vrfId,
  siteCode,
  siteName = siteCode,
}: Pick<Verification, 'vrfId' | 'siteCode' | 'siteName'>): PaletteItem {
  return {
    id: `vrf-${vrfId}`,
    group: 'Verifications',
    title: vrfId,
    detail: siteName,
    alias: siteName,
    run: { kind: 'go', href: href('verifications', { open: vrfId }) },
    screen: 'verifications',
  };
}

/** Leads to the pack, opened on Evidence Management. Found by its id and by the name of its site. */
export function packItem({ packId, siteName }: Pick<EvidencePack, 'packId' | 'siteName'>): PaletteItem {
  return {
    id: `pack-${packId}`,
    group: 'Evidence packs',
    title: packId,
    detail: siteName,
    alias: siteName,
    run: { kind: 'go', href: href('evidence', { open: packId }) },
    screen: 'evidence',
  };
}

/** Groups shown before anything is typed. */
const atFirst: ReadonlySet<PaletteGroup> = new Set<PaletteGroup>(['Screens', 'Saved views', 'Actions']);

/** The in-memory entries that match, best first. Nothing typed: screens, views and actions in their order, and no rows. */
export function rankFixed(typed: string, items: readonly PaletteItem[]): readonly Ranked[] {
  if (typed.trim() === '') return items.filter(({ group }) => atFirst.has(group)).map((item) => ({ item, score: 0, at: [] }));
  return items
    .flatMap((item): Ranked | readonly [] => {
      const byTitle = fuzzyMatch(typed, item.title);
      if (byTitle !== null) return { item, ...byTitle };
      // Matched by text beside the title: words of both together; letters outside the title cannot be marked.
      const beside = fuzzyMatch(typed, `${item.title} ${item.detail} ${item.alias ?? ''}`);
      // Scattered letters are a weak match, likely by chance in a long text.
      return beside === null || beside.score < 0.6
        ? []
        : { item, score: beside.score * 0.8, at: beside.at.filter((place) => place < item.title.length) };
    })
    .sort((a, b) => b.score - a.score);
}

/** Scores rows found by the index: all match, so none is left out. */
export function rankRows(typed: string, items: readonly PaletteItem[]): readonly Ranked[] {
  return items.map((item) => {
    const match = fuzzyMatch(typed, item.title) ?? { score: 0.5, at: [] };
    return { item, ...match };
  });
}

/** The groups to show: non-empty, best match first, with at most `maxOfKind` entries each; everything if nothing is typed. */
export function paletteGroupsOf(
  typed: string,
  found: readonly Ranked[],
): readonly { readonly group: PaletteGroup; readonly ranked: readonly Ranked[] }[] {
  const most = typed.trim() === '' ? Number.POSITIVE_INFINITY : maxOfKind;
  const groups = paletteGroups
    .map((group) => ({ group, ranked: found.filter(({ item }) => item.group === group).slice(0, most) }))
    .filter(({ ranked }) => ranked.length > 0);
  const best = (ranked: readonly Ranked[]) => Math.max(...ranked.map(({ score }) => score));
  return typed.trim() === '' ? groups : groups.sort((a, b) => best(b.ranked) - best(a.ranked));
}
