import {
  type Display,
  type DisplaySettings,
  dwellLimitsS,
  usualInterrupt,
  type WallDashboardId,
  type WallInterrupt,
  wallDashboardIds,
} from '../../contracts/display.ts';
import { isOlderBuild } from '../../domain/build.ts';
import { formatAge } from '../../domain/formatTime.ts';
import { wallDashboards } from '../../domain/wall/dashboards.ts';

/** A wall tells of itself every 30 s: one that missed two of them is silent. Milliseconds. */
export const silentAfterMs = 75_000;
/** One that was silent for so long is not on its way back from a blink. */
const goneAfterMs = 15 * 60_000;
/** Frames are drawn every second; one that stands this much longer behind its last word is not drawing. */
const frozenAfterMs = 30_000;

/** How a display stands, as shape and word. */
export interface Standing {
  readonly status: 'ok' | 'warn' | 'bad' | 'pending';
  readonly word: string;
}

/** One display as its card shows it. */
export interface DisplayView {
  readonly display: Display;
  readonly standing: Standing;
  readonly showing: string;
  /** Epoch milliseconds of its last frame; null until it drew one. */
  readonly frameAt: number | null;
  readonly build: { readonly id: string; readonly older: boolean } | null;
  readonly screen: string;
  readonly playlist: string;
  readonly dwell: string;
  /** What interrupts it. */
  readonly interrupts: string;
}

/** What interrupts a wall, in words. */
const interruptWords: Readonly<Record<WallInterrupt, string>> = {
  none: 'Nothing',
  sev1: 'SEV1',
  sev2: 'SEV1 and SEV2',
  sev3: 'Any incident',
};

const transportNames: Readonly<Record<string, string>> = { sse: 'SSE', websocket: 'WebSocket', polling: 'Polling' };

/** By what it last said of itself, seen at `now` (platform's clock, epoch milliseconds). */
export function standingOf({ seenAt, transport, frame }: Display, now: number): Standing {
  if (seenAt === null) return { status: 'pending', word: 'Not started' };
  const silentMs = now - Date.parse(seenAt);
  if (silentMs > silentAfterMs) return { status: silentMs > goneAfterMs ? 'bad' : 'warn', word: `Silent for ${formatAge(silentMs)}` };
  if (frame !== null && Date.parse(seenAt) - Date.parse(frame.at) > frozenAfterMs) return { status: 'bad', word: 'Not drawing' };
  const over = transportNames[transport ?? ''];
  return over === undefined ? { status: 'warn', word: 'Without its stream' } : { status: 'ok', word: `Connected · ${over}` };
}

/** The displays in the order of their names, those that need a hand first. */
export function displayViews(displays: readonly Display[], now: number, ourBuild: string): readonly DisplayView[] {
  const rank = { bad: 0, warn: 1, pending: 2, ok: 3 } as const;
  return displays
    .map((display) => ({
      display,
      standing: standingOf(display, now),
      showing: display.frame === null ? 'Nothing yet' : wallDashboards[display.frame.dashboard].title,
      frameAt: display.frame === null ? null : Date.parse(display.frame.at),
      build: display.build === null ? null : { id: display.build, older: isOlderBuild(display.build, ourBuild) },
      screen: display.viewport === null ? 'not reported' : display.viewport.replace('x', ' × '),
      playlist: display.playlist.map((id) => wallDashboards[id].title).join(', '),
      dwell: display.playlist.length === 1 ? 'One dashboard, no rotation' : `${display.dwellS} s each`,
      interrupts: interruptWords[display.interruptFrom ?? usualInterrupt],
    }))
    .sort((a, b) => rank[a.standing.status] - rank[b.standing.status] || a.display.name.localeCompare(b.display.name));
}

/** How many are well, for the page's head. */
export function displaysSummary(views: readonly DisplayView[]): { readonly words: string; readonly look: 'ok' | 'warn' | 'bad' } | null {
  if (views.length === 0) return null;
  const well = views.filter(({ standing }) => standing.status === 'ok').length;
  const look = views.some(({ standing }) => standing.status === 'bad') ? 'bad' : well === views.length ? 'ok' : 'warn';
  return { words: `${well} of ${views.length} connected`, look };
}

/** What is filled in, as text where people type. */
export interface Draft {
  readonly name: string;
  readonly playlist: readonly WallDashboardId[];
  readonly dwellS: string;
  readonly theme: DisplaySettings['theme'];
  readonly interruptFrom: WallInterrupt;
}

export const newDraft: Draft = {
  name: '',
  playlist: ['operations', 'health', 'incidents'],
  dwellS: String(dwellLimitsS.usual),
  theme: 'dark',
  interruptFrom: usualInterrupt,
};

export function draftOf({ name, playlist, dwellS, theme, interruptFrom = usualInterrupt }: DisplaySettings): Draft {
  return { name, playlist, dwellS: String(dwellS), theme, interruptFrom };
}

export type DraftMistakes = Partial<Readonly<Record<'name' | 'playlist' | 'dwellS', string>>>;

/** The settings a draft stands for, or what is wrong with it. */
export function readDraft({ name, playlist, dwellS, theme, interruptFrom }: Draft): {
  readonly settings: DisplaySettings | null;
  readonly mistakes: DraftMistakes;
} {
  const seconds = /^\d{1,4}$/.test(dwellS.trim()) ? Number(dwellS) : Number.NaN;
  const trimmed = name.trim();
  const mistakes: DraftMistakes = {
    ...(trimmed === '' ? { name: 'Name it after where it hangs.' } : trimmed.length > 60 ? { name: 'At most 60 characters.' } : {}),
    ...(playlist.length === 0 ? { playlist: 'Choose at least one dashboard.' } : {}),
    ...(seconds >= dwellLimitsS.least && seconds <= dwellLimitsS.most
      ? {}
      : { dwellS: `A whole number from ${dwellLimitsS.least} to ${dwellLimitsS.most}.` }),
  };
  return {
    settings: Object.keys(mistakes).length > 0 ? null : { name: trimmed, playlist: [...playlist], dwellS: seconds, theme, interruptFrom },
    mistakes,
  };
}

/** The playlist with a dashboard on it or off it; a new one comes last. */
export function toggled(playlist: readonly WallDashboardId[], id: WallDashboardId): readonly WallDashboardId[] {
  return playlist.includes(id) ? playlist.filter((each) => each !== id) : [...playlist, id];
}

/** The playlist with one dashboard a place earlier (-1) or later (1); as it is where there is none. */
export function moved(playlist: readonly WallDashboardId[], id: WallDashboardId, by: -1 | 1): readonly WallDashboardId[] {
  const from = playlist.indexOf(id);
  const other = playlist[from + by];
  if (from === -1 || other === undefined) return playlist;
  return playlist.map((each) => (each === id ? other : each === other ? id : each));
}

/** What is on the list in its order, then what could be. */
export function offered(playlist: readonly WallDashboardId[]): readonly WallDashboardId[] {
  return [...playlist, ...wallDashboardIds.filter((id) => !playlist.includes(id))];
}

/** A code as the wall writes it, from whatever was typed or linked: 'bcdfghjk' is 'BCDF-GHJK'. */
export function writtenCode(typed: string): string {
  const letters = typed
    .toUpperCase()
    .replace(/[^A-Z]/g, '')
    .slice(0, 8);
  return letters.length > 4 ? `${letters.slice(0, 4)}-${letters.slice(4)}` : letters;
}
