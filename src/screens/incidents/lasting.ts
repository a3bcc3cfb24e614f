import { clockNotConfirmed } from '../../domain/clock/words.ts';
import { formatCount } from '../../domain/format.ts';
import { formatAge } from '../../domain/formatTime.ts';

/** How long what still lasts has lasted: 'active 7 min'. By a clock that nobody has confirmed no length is told (`sure` false). */
export function lastingWords(lead: string, lastedMs: number, sure: boolean): string {
  return sure ? `${lead} ${formatAge(lastedMs)}` : `${lead} · ${clockNotConfirmed}`;
}

/** The same of what nobody knows to last any more, up to when it was known to: 'had lasted 7 min'. Both ends are the platform's own moments. */
export const lastedThenWords = (lastedMs: number): string => `had lasted ${formatAge(lastedMs)}`;

/** Who has taken it up, beside how long it lasts. `lost`: nobody knows what was done since. */
export function takenUpWords(by: string | null, more: number, lost: boolean): string {
  const whose = by !== null ? `taken up by ${by}` : lost ? 'nobody had taken it up' : 'nobody has taken it up';
  return more === 0 ? whose : `${whose} · ${formatCount(more)} more${lost ? ' then' : ''}`;
}
