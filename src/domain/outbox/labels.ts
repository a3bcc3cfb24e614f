import type { Command, OutboxItem } from '../../contracts/outbox.ts';
import type { Drift } from '../../contracts/problem.ts';
import type { HubMessage } from '../../contracts/rpc.ts';
import { rowOf, titleOf } from '../commands/commands.ts';
import { mayTakeBack } from './item.ts';
import type { OutboxConditions } from './state.ts';

type Notice = HubMessage & { readonly kind: 'notice' };

/** Describes the conflicts: which items and how they changed. Long lists are cut, with the number of the others. */
export function driftLabels(drifted: readonly Drift[]): string {
  const shown = drifted
    .slice(0, 3)
    .map(({ id, reason }) => `${id} ${reason === 'gone' ? 'is no longer in the queue' : 'has changed since'}`);
  const more = drifted.length - shown.length;
  return `${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

/** Notice for a command that is held in memory only and whose sending was not answered (F-16). */
export function notKeptNotice(command: Command): Notice {
  return {
    kind: 'notice',
    level: 'error',
    title: 'Not kept on this device',
    text: `${titleOf(command)}: the platform has not answered, and there is no space to store it here. It is sent again, and applied once, as long as the console stays open in this browser. If you close it before, check whether it was done.`,
  };
}

/** One sentence on why the platform refused. */
export function refusalLabels(item: OutboxItem): string {
  const { problem, command } = item;
  if (problem === null) return 'The platform refused it.';
  if (problem.drifted === undefined || problem.drifted.length === 0) return `${problem.message}.`.replace(/\.\.$/, '.');
  return `${driftLabels(problem.drifted)}.${rowOf(command).refused?.(command).drifted ?? ''}`;
}

/** What a command decided now would wait for; null if it can be sent at once. */
export function beforeSendingLabels(conditions: OutboxConditions & { readonly buildTooOld: boolean }): string | null {
  if (!conditions.link) return 'The platform cannot be reached right now. It is sent as soon as the platform answers.';
  if (!conditions.session) return 'It is sent once the platform has confirmed who you are.';
  if (conditions.buildTooOld) return 'This version is too old to send it. Reload to the new version: it is sent then.';
  if (conditions.readOnly) return 'The platform is in read-only mode. It is sent when that is released.';
  return null;
}

/** Why a command has not been sent yet, and what will send it. */
export function waitLabels(item: OutboxItem, conditions: OutboxConditions & { readonly buildTooOld: boolean }): string {
  if (item.state === 'sending') return 'On its way.';
  if (!conditions.link)
    return item.maybeDone
      ? 'Sent, but no answer came. It is sent again, and applied once, until the platform answers.'
      : 'It is sent as soon as the platform answers.';
  if (!conditions.session) return 'It is sent once the platform has confirmed who you are.';
  if (conditions.buildTooOld) return 'Reload to the new version: it is sent then.';
  if (conditions.readOnly) return 'The platform is in read-only mode. It is sent when that is released.';
  if (item.problem !== null) return `${item.problem.message.replace(/\.$/, '')}. It is retried automatically.`;
  return 'It is sent in a moment.';
}

/** Why a command cannot be taken back; null if it can. */
export function stuckLabels(item: OutboxItem): string | null {
  if (mayTakeBack(item)) return null;
  return item.state === 'sending' ? 'It is on its way.' : 'It may have reached the platform already.';
}

/** Notice for a settled command; null if the screen shows the result already (a notification is marked or gone). */
export function noticeOf(item: OutboxItem): Notice | null {
  const { command, state } = item;
  const { done, refused } = rowOf(command);
  if (state !== 'sent')
    return {
      kind: 'notice',
      level: 'warning',
      title: refused?.(command).title ?? `Refused: ${titleOf(command)}`,
      text: refusalLabels(item),
    };
  const labels = done(command);
  return labels && { kind: 'notice', level: 'info', ...labels };
}
