import { type SeriesWindow, seriesWindows } from '../contracts/series.ts';
import { formatDay, formatTime } from './formatTime.ts';

/** The histories that can be chosen, shortest first. */
export const windowNames = Object.keys(seriesWindows) as readonly SeriesWindow[]; // keys of the literal

/** The same by the words of the menu. */
export const windowWords: Readonly<Record<SeriesWindow, string>> = {
  '1h': 'Last 60 min',
  '24h': 'Last 24 h',
  '7d': 'Last 7 days',
  '30d': 'Last 30 days',
};

/** A window named in the address; `usual` where it names none of ours. */
export function windowFrom(asked: string | null, usual: SeriesWindow): SeriesWindow {
  return windowNames.find((name) => name === asked) ?? usual;
}

/** How an axis over the window is written: times of day up to a day, days beyond. */
export function axisTime(window: SeriesWindow, at: number, zone: string): string {
  return window === '1h' || window === '24h' ? formatTime(at, zone) : formatDay(at, zone);
}
