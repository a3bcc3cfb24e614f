import { clockNotConfirmed } from '../../domain/clock/words.ts';
import { formatAge } from '../../domain/formatTime.ts';

/** How long what still lasts has lasted: 'active 7 min'. By a clock that nobody has confirmed no length is told (`sure` false). */
export function lastingWords(lead: string, lastedMs: number, sure: boolean): string {
  return sure ? `${lead} ${formatAge(lastedMs)}` : `${lead} · ${clockNotConfirmed}`;
}
