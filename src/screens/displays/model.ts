import {
  type Display,
  type DisplaySettings,
  displaySettingsSchema,
  dwellLimitsS,
  usualInterrupt,
  type WallDashboardId,
  wallDashboardIds,
  type WallInterrupt,
  wallInterruptSchema,
} from '../../contracts/display.ts';
import type { Problem } from '../../contracts/problem.ts';
import { z } from '../../contracts/zod.ts';
import type { Claim } from '../../domain/claims/claim.ts';
import { displayConnected, displaysConnected } from '../../domain/claims/deeds.ts';
import type { FreshnessState } from '../../domain/freshness/freshness.ts';
import { isOlderBuild } from '../../domain/build.ts';
import type { FormTexts } from '../../domain/screens/forms.ts';
import { lostLabels } from '../../domain/lostAnswer.ts';
import { wallDashboards } from '../../domain/wall/dashboards.ts';

/** One display as its card shows it. */
export interface DisplayView {
  readonly display: Display;
  readonly standing: Claim;
  readonly showing: string;
  /** Epoch milliseconds of its last frame; null before the first. */
  readonly frameAt: number | null;
  readonly build: { readonly id: string; readonly older: boolean } | null;
  readonly screen: string;
  readonly playlist: string;
  readonly dwell: string;
  /** Incidents that interrupt the playlist, in words. */
  readonly interrupts: string;
}

/** Labels of the interruption settings. */
const interruptLabels: Readonly<Record<WallInterrupt, string>> = {
  none: 'Nothing',
  sev1: 'SEV1',
  sev2: 'SEV1 and SEV2',
  sev3: 'Any incident',
};

/** The displays by name, those that need attention first. */
export function displayViews(
  displays: readonly Display[],
  now: number,
  ourBuild: string,
  freshness: FreshnessState,
): readonly DisplayView[] {
  const rank = (standing: Claim): number =>
    standing.look === 'bad' ? 0 : standing.look === 'warn' ? 1 : standing.answer === 'yes' ? 3 : 2;
  return displays
    .map((display) => ({
      display,
      standing: displayConnected(display.displayId, { display, now, freshness }),
      showing: display.frame === null ? 'Nothing yet' : wallDashboards[display.frame.dashboard].title,
      frameAt: display.frame === null ? null : Date.parse(display.frame.at),
      build: display.build === null ? null : { id: display.build, older: isOlderBuild(display.build, ourBuild) },
      screen: display.viewport === null ? 'not reported' : display.viewport.replace('x', ' × '),
      playlist: display.playlist.map((id) => wallDashboards[id].title).join(', '),
      dwell: display.playlist.length === 1 ? 'One dashboard, no rotation' : `${display.dwellS} s each`,
      interrupts: interruptLabels[display.interruptFrom ?? usualInterrupt],
    }))
    .sort((a, b) => rank(a.standing) - rank(b.standing) || a.display.name.localeCompare(b.display.name));
}

/** How many displays are connected, for the page header; null without displays. */
export function displaysSummary(views: readonly DisplayView[], current: boolean): Claim | null {
  return views.length === 0 ? null : displaysConnected('displays', { displays: views.map(({ standing }) => standing), current });
}

/** Text of a refused change; without an answer it says so, since the change may have been made. */
export function refusedText(problem: Pick<Problem, 'code' | 'message'>): string {
  return `${problem.message.replace(/\.$/, '')}.${lostLabels(problem)}`;
}

/** The texts of the form. */
export type SettingsTexts = FormTexts<'displays.edit'>;

export const newSettings: SettingsTexts = {
  name: '',
  playlist: playlistText(['operations', 'health', 'incidents']),
  dwellS: String(dwellLimitsS.usual),
  theme: 'dark',
  interruptFrom: usualInterrupt,
};

/** Settings as the form edits them. A display without `interruptFrom` has the usual one. */
export function settingsTexts({ name, playlist, dwellS, theme, interruptFrom = usualInterrupt }: DisplaySettings): SettingsTexts {
  return { name, playlist: playlistText(playlist), dwellS: String(dwellS), theme, interruptFrom };
}

/** A playlist as the text of one field. */
export function playlistText(playlist: readonly WallDashboardId[]): string {
  return playlist.join(' ');
}

/** The playlist in a field's text; dashboards that there are no more are left out. */
export function playlistOf(text: string): readonly WallDashboardId[] {
  return text.split(' ').flatMap((id) => wallDashboardIds.find((each) => each === id) ?? []);
}

/** Reads the form as settings. */
export const settingsSchema = z.object({ ...displaySettingsSchema.shape, interruptFrom: wallInterruptSchema });

/** The texts of the form as the call has them. */
export function settingsInput(texts: SettingsTexts): Readonly<Record<string, unknown>> {
  const seconds = texts.dwellS.trim();
  return { ...texts, playlist: playlistOf(texts.playlist), dwellS: /^\d{1,4}$/.test(seconds) ? Number(seconds) : Number.NaN };
}

/** Adds or removes a dashboard; a new one goes last. */
export function toggled(playlist: readonly WallDashboardId[], id: WallDashboardId): readonly WallDashboardId[] {
  return playlist.includes(id) ? playlist.filter((each) => each !== id) : [...playlist, id];
}

/** Moves a dashboard one place earlier (-1) or later (1); unchanged if it is not listed or already at the end. */
export function moved(playlist: readonly WallDashboardId[], id: WallDashboardId, by: -1 | 1): readonly WallDashboardId[] {
  const from = playlist.indexOf(id);
  const other = playlist[from + by];
  if (from === -1 || other === undefined) return playlist;
  return playlist.map((each) => (each === id ? other : each === other ? id : each));
}

/** The chosen dashboards in their order, then the other available ones. */
export function offered(playlist: readonly WallDashboardId[]): readonly WallDashboardId[] {
  return [...playlist, ...wallDashboardIds.filter((id) => !playlist.includes(id))];
}

/** Formats a typed or linked code as the display shows it: 'bcdfghjk' becomes 'BCDF-GHJK'. */
export function writtenCode(typed: string): string {
  const letters = typed
    .toUpperCase()
    .replace(/[^A-Z]/g, '')
    .slice(0, 8);
  return letters.length > 4 ? `${letters.slice(0, 4)}-${letters.slice(4)}` : letters;
}
