import { clockNotConfirmed } from '../../domain/clock/labels.ts';
import { formatAge, formatDayTime, formatWhen } from '../../domain/formatTime.ts';
import type { FiguresView } from '../../ui/wall/figures.tsx';
import { figuresLive } from '../../domain/claims/link.ts';

/**
 * 'All figures live · oldest 12 s'; otherwise how many are not, and the oldest one's as-of time. With an unconfirmed clock (`sure` false)
 * no age is shown, and the line says why. Pure.
 */
export function figuresLabels({ oldestAt, ...figures }: FiguresView, now: number, zone: string, sure = true): string {
  if (!sure) {
    const moment = oldestAt === null ? 'nothing loaded yet' : `oldest as of ${formatDayTime(oldestAt, zone)}`;
    return `${figuresLive('wall', figures).word} · ${moment} · ${clockNotConfirmed}`;
  }
  const oldest =
    oldestAt === null
      ? 'nothing loaded yet'
      : figures.aged === 0
        ? `oldest ${formatAge(now - oldestAt)}`
        : `oldest as of ${formatWhen(oldestAt, now, zone)}`;
  return `${figuresLive('wall', figures).word} · ${oldest}`;
}
