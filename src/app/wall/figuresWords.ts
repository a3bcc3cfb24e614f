import { formatAge, formatWhen } from '../../domain/formatTime.ts';
import type { FiguresView } from '../../ui/wall/figures.tsx';

/** 'All figures live · oldest 12 s'; otherwise how many are not, and as of when the oldest is. Pure. */
export function figuresWords({ count, aged, stale, oldestAt }: FiguresView, now: number, zone: string): string {
  const oldest =
    oldestAt === null
      ? 'nothing loaded yet'
      : aged === 0
        ? `oldest ${formatAge(now - oldestAt)}`
        : `oldest as of ${formatWhen(oldestAt, now, zone)}`;
  if (aged === 0) return `All figures live · ${oldest}`;
  if (stale === 0) return `${aged === count ? 'No figure' : `${count - aged} of ${count} figures`} live · ${oldest}`;
  return `${stale === count ? 'All figures' : `${stale} of ${count} figures`} stale · ${oldest}`;
}
