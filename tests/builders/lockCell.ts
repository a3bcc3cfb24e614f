import type { LockEffect, LockState } from '../../src/domain/lock/types.ts';
import type { LockStory } from './lockSituations.ts';

const nameOf = (state: LockState): string => {
  const marks = [
    'trial' in state ? state.trial.step : '',
    'overtaken' in state && state.overtaken ? 'overtaken' : '',
    'lock' in state && state.lock.rows !== 'sealed' ? state.lock.rows : '',
    'key' in state && state.key !== null ? 'key' : '',
  ];
  return [state.name, ...marks.filter((mark) => mark !== '')].join(' ');
};

const wordOf = (effect: LockEffect): string => {
  switch (effect.type) {
    case 'write':
      return `write:${effect.purpose}`;
    case 'note':
      return `note:${Object.keys(effect.change).join()}`;
    case 'put':
      return effect.lock === null ? 'remove' : 'put';
    case 'try':
      return effect.rewraps ? 'rewrap' : 'try';
    case 'tellPages':
      return effect.key === null ? 'tellPages:none' : 'tellPages:key';
    case 'bringRows':
      return `bringRows:${effect.rows}${effect.isNew ? ' new' : ''}`;
    case 'answer':
      return effect.refusal === null ? 'done' : `refuse:${effect.refusal.why}`;
    default:
      return effect.type;
  }
};

/** Effects that a cell leaves out: pages are told what follows from the state, and the one timer is tested by time. */
const unsaid = new Set<LockEffect['type']>(['publish', 'schedule', 'cancel']);

/** State and effects after an event in short; `=` is the same state object, `~` one of the same name, `-` nothing at all. */
export function lockCellOf(story: LockStory, event: Parameters<LockStory['tell']>[0]): string {
  const before = story.state();
  const nameBefore = nameOf(before);
  const effects = story.tell(event);
  const after = story.state();
  if (after === before && effects.length === 0) return '-';
  const shown = effects.filter(({ type }) => !unsaid.has(type)).map(wordOf);
  return `${after === before ? '=' : nameOf(after) === nameBefore ? '~' : nameOf(after)}${shown.length === 0 ? '' : `: ${shown.join(' ')}`}`;
}
