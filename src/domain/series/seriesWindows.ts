import { type SeriesWindow, seriesWindows } from '../../contracts/series.ts';
import { formatDay, formatTime } from '../formatTime.ts';

/** The selectable history windows, shortest first. */
export const windowNames = Object.keys(seriesWindows) as readonly SeriesWindow[]; // the keys of the literal

/** Their menu labels. */
export const windowLabels: Readonly<Record<SeriesWindow, string>> = {
  '1h': 'Last 60 min',
  '24h': 'Last 24 h',
  '7d': 'Last 7 days',
  '30d': 'Last 30 days',
};

/** The window named in the URL; `usual` if it names none of ours. */
export function windowFrom(asked: string | null, usual: SeriesWindow): SeriesWindow {
  return windowNames.find((name) => name === asked) ?? usual;
}

/** An axis label: time of day up to a day, date beyond. */
export function axisTime(window: SeriesWindow, at: number, zone: string): string {
  return window === '1h' || window === '24h' ? formatTime(at, zone) : formatDay(at, zone);
}
