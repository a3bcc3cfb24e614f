import type { EvidencePack } from '../../contracts/evidence.ts';
import type { Portfolio } from '../../contracts/portfolio.ts';
import type { SavedView } from '../../contracts/savedView.ts';
import type { Verification } from '../../contracts/verification.ts';
import type { Permission } from '../../contracts/access.ts';
import { fuzzyMatch } from '../../domain/fuzzy.ts';
import { portfolioStateNames } from '../../domain/platformStates.ts';
import { mayOpen, type ScreenId, screenIds, screens } from '../../domain/screens.ts';
import type { SiteName } from '../../store/readPalette.ts';

/** Acts of the palette itself; everything else it lists is a place to go to. */
export const commandIds = ['refresh', 'copyLink', 'shortcuts', 'device', 'light', 'dark', 'system', 'lock', 'signOut'] as const;
export type CommandId = (typeof commandIds)[number];

export const paletteGroups = ['Screens', 'Saved views', 'Actions', 'Verifications', 'Evidence packs', 'Sites', 'Portfolios'] as const;
export type PaletteGroup = (typeof paletteGroups)[number];

/** One thing to choose. */
export interface PaletteItem {
  /** Unlike every other's; also the id of its element. */
  readonly id: string;
  readonly group: PaletteGroup;
  readonly title: string;
  /** Quiet words after the title. */
  readonly detail: string;
  /** Found by these as well, though they are not shown. */
  readonly alias?: string;
  readonly run: { readonly kind: 'go'; readonly href: string } | { readonly kind: 'command'; readonly command: CommandId };
  /** The screen whose icon it has; null for commands, which have their own. */
  readonly screen: ScreenId | null;
}

/** A found item with how well it fits and which letters of its title did. */
export interface Ranked {
  readonly item: PaletteItem;
  readonly score: number;
  readonly at: readonly number[];
}

/** Things of one kind that are listed; more would push the other kinds out of sight. */
export const mostOfKind = 6;

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

/** Acts that begin on a screen of their own, for those who may. */
const tasks: readonly {
  readonly title: string;
  readonly needs: Permission;
  readonly screen: ScreenId;
  readonly href: string;
  readonly alias: string;
}[] = [
  { title: 'Promote dead letters', needs: 'action:promote_dlq', screen: 'dlq', href: screens.dlq.path, alias: 'retry queue failed' },
  {
    title: 'Ask for an override',
    needs: 'action:request_override',
    screen: 'aiGovernance',
    href: `${screens.aiGovernance.path}?ask=new`,
    alias: 'agent prediction',
  },
  { title: 'Generate a report', needs: 'export:data', screen: 'compliance', href: screens.compliance.path, alias: 'pcaf issb download' },
  {
    title: 'Add a user',
    needs: 'admin:users',
    screen: 'users',
    href: `${screens.users.path}?add=new`,
    alias: 'create account invite person',
  },
  {
    title: 'Emergency kill switch',
    needs: 'view:dashboard',
    screen: 'incidents',
    href: `${screens.incidents.path}?control=stop`,
    alias: 'stop halt read-only',
  },
];

/** Screens and acts for somebody who holds `held`: what may not be opened is not offered (D-6), nor a lock to be closed that this device has not. */
export function fixedItems(held: ReadonlySet<Permission>, hasLock: boolean): readonly PaletteItem[] {
  const pages = screenIds
    .filter((id) => screens[id].group !== null && mayOpen(id, held))
    .map((id): PaletteItem => {
      const { title, path, group, short } = screens[id];
      return {
        id: `screen-${id}`,
        group: 'Screens',
        title,
        detail: group ?? '',
        alias: `${short} ${path}`,
        run: { kind: 'go', href: path },
        screen: id,
      };
    });
  const begun = tasks
    .filter(({ needs, screen }) => held.has(needs) && mayOpen(screen, held))
    .map(({ title, screen, href, alias }): PaletteItem => {
      return { id: `task-${screen}`, group: 'Actions', title, detail: screens[screen].title, alias, run: { kind: 'go', href }, screen };
    });
  const acts = commandIds
    .filter((command) => command !== 'lock' || hasLock)
    .map((command): PaletteItem => {
      const [title, alias] = commands[command];
      return { id: `command-${command}`, group: 'Actions', title, detail: '', alias, run: { kind: 'command', command }, screen: null };
    });
  return [...pages, ...begun, ...acts];
}

/** A person's filters of a screen, by their name. */
export function viewItem({ viewId, screen, name, query }: SavedView): PaletteItem | null {
  const id = screenIds.find((each) => each === screen);
  if (id === undefined) return null;
  const { path, title } = screens[id];
  const href = query === '' ? path : `${path}?${query}`;
  return { id: `view-${viewId}`, group: 'Saved views', title: name, detail: title, run: { kind: 'go', href }, screen: id };
}

export function siteItem({ siteCode, siteName }: SiteName): PaletteItem {
  const href = `${screens.verifications.path}?site=${encodeURIComponent(siteCode)}`;
  return {
    id: `site-${siteCode}`,
    group: 'Sites',
    title: siteName,
    detail: siteCode,
    alias: siteCode,
    run: { kind: 'go', href },
    screen: 'schools',
  };
}

export function portfolioItem({ portfolioId, state }: Pick<Portfolio, 'portfolioId' | 'state'>): PaletteItem {
  const href = `${screens.dgn.path}?id=${encodeURIComponent(portfolioId)}`;
  return {
    id: `portfolio-${portfolioId}`,
    group: 'Portfolios',
    title: portfolioId,
    detail: portfolioStateNames[state].word,
    run: { kind: 'go', href },
    screen: 'dgn',
  };
}

export function verificationItem({
  vrfId,
  siteCode,
  siteName = siteCode,
}: Pick<Verification, 'vrfId' | 'siteCode' | 'siteName'>): PaletteItem {
  const href = `${screens.verifications.path}?id=${encodeURIComponent(vrfId)}`;
  return {
    id: `vrf-${vrfId}`,
    group: 'Verifications',
    title: vrfId,
    detail: siteName,
    alias: siteName,
    run: { kind: 'go', href },
    screen: 'verifications',
  };
}

export function packItem({ packId, siteName }: Pick<EvidencePack, 'packId' | 'siteName'>): PaletteItem {
  const href = `${screens.evidence.path}?pack=${encodeURIComponent(packId)}`;
  return {
    id: `pack-${packId}`,
    group: 'Evidence packs',
    title: packId,
    detail: siteName,
    alias: siteName,
    run: { kind: 'go', href },
    screen: 'evidence',
  };
}

/** What is offered before anything is typed. */
const atFirst: ReadonlySet<PaletteGroup> = new Set<PaletteGroup>(['Screens', 'Saved views', 'Actions']);

/** Of the items kept in memory those that match, closest first. Nothing typed: screens and acts as they stand, and no rows. */
export function rankFixed(typed: string, items: readonly PaletteItem[]): readonly Ranked[] {
  if (typed.trim() === '') return items.filter(({ group }) => atFirst.has(group)).map((item) => ({ item, score: 0, at: [] }));
  return items
    .flatMap((item): Ranked | readonly [] => {
      const byTitle = fuzzyMatch(typed, item.title);
      if (byTitle !== null) return { item, ...byTitle };
      // Found by what stands beside the title: words of both together, and nothing in the title to mark.
      const beside = fuzzyMatch(typed, `${item.title} ${item.detail} ${item.alias ?? ''}`);
      // Letters in order are a guess, and chance in a long text.
      return beside === null || beside.score < 0.6
        ? []
        : { item, score: beside.score * 0.8, at: beside.at.filter((place) => place < item.title.length) };
    })
    .sort((a, b) => b.score - a.score);
}

/** Rows that the index found, with how well they fit: all fit, so none is left out. */
export function rankRows(typed: string, items: readonly PaletteItem[]): readonly Ranked[] {
  return items.map((item) => {
    const match = fuzzyMatch(typed, item.title) ?? { score: 0.5, at: [] };
    return { item, ...match };
  });
}

/** What is shown: groups with something in them, the one with the closest match first, a few of each; all acts and screens when nothing is typed. */
export function paletteGroupsOf(
  typed: string,
  found: readonly Ranked[],
): readonly { readonly group: PaletteGroup; readonly ranked: readonly Ranked[] }[] {
  const most = typed.trim() === '' ? Number.POSITIVE_INFINITY : mostOfKind;
  const groups = paletteGroups
    .map((group) => ({ group, ranked: found.filter(({ item }) => item.group === group).slice(0, most) }))
    .filter(({ ranked }) => ranked.length > 0);
  const best = (ranked: readonly Ranked[]) => Math.max(...ranked.map(({ score }) => score));
  return typed.trim() === '' ? groups : groups.sort((a, b) => best(b.ranked) - best(a.ranked));
}
