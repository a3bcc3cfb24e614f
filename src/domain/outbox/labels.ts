import type { Command, OutboxItem } from '../../contracts/outbox.ts';
import type { Drift } from '../../contracts/problem.ts';
import type { HubMessage } from '../../contracts/rpc.ts';
import { labelsOf, titleOf } from '../commands/commandLabels.ts';

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
  return `${driftLabels(problem.drifted)}.${labelsOf(command).refused?.(command).drifted ?? ''}`;
}

/** Notice for a settled command; null if the screen shows the result already (a notification is marked or gone). */
export function noticeOf(item: OutboxItem): Notice | null {
  const { command, state } = item;
  const { done, refused } = labelsOf(command);
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
