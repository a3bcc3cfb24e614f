import type { SessionEffect, SessionState } from '../../src/domain/session/types.ts';
import type { SessionStory } from './sessionSituations.ts';

const nameOf = (state: SessionState): string => {
  if (state.name === 'signedOut')
    return `out ${state.reason}${state.asking ? ' asking' : ''}${state.logoutPending === null ? '' : ' to report'}`;
  if (state.name === 'starting') return state.asking ? 'starting asking' : 'starting';
  return `in ${state.confirmed ? 'confirmed' : 'unconfirmed'}${state.asking === 'none' ? '' : ` ${state.asking}`}${state.warningEndsAt === null ? '' : ' warned'}`;
};

const wordOf = (effect: SessionEffect): string => {
  switch (effect.type) {
    case 'wipe':
      return `wipe:${effect.unsent}`;
    case 'leave':
      return `leave:${effect.reason}`;
    case 'tellLogout':
      return `tellLogout:${effect.reason}`;
    case 'setLogoutPending':
      return effect.pending === null ? 'clearPending' : `setPending:${effect.pending}`;
    case 'remember':
      return effect.session === null ? 'forget' : effect.session.locked ? 'remember:locked' : 'remember';
    case 'enter':
      return effect.confirmed ? 'enter' : 'enter:unconfirmed';
    default:
      return effect.type;
  }
};

/** Effects that a cell leaves out: when the machine's own timer is set is tested by time, and what pages and the log are told follows. */
const unsaid = new Set<SessionEffect['type']>(['schedule', 'cancel', 'publish', 'log']);

/** State and effects after an event in short; `=` is the same state object, `-` nothing at all. */
export function cellOf(told: SessionStory, event: Parameters<SessionStory['tell']>[0]): string {
  const before = told.state();
  const effects = told.tell(event);
  const after = told.state();
  if (after === before && effects.length === 0) return '-';
  const shown = effects.filter(({ type }) => !unsaid.has(type)).map(wordOf);
  return `${nameOf(after)}${after === before ? ' =' : ''}${shown.length === 0 ? '' : `: ${shown.join(' ')}`}`;
}
