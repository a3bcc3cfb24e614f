import type { Command, CommandOf, OutboxItem } from '../../contracts/outbox.ts';
import type { Drift } from '../../contracts/problem.ts';
import type { HubMessage } from '../../contracts/rpc.ts';
import { plural } from '../format.ts';
import { mayTakeBack } from './item.ts';
import type { OutboxConditions } from './state.ts';

/** Title of a command: 'Promote DLQ-00317', 'Promote 3 items', 'Resolve INC-0042'. */
export function titleOf(command: Command): string {
  switch (command.kind) {
    case 'promote':
      return `Promote ${itemsOf(command)}`;
    case 'acknowledge':
      return `Acknowledge ${command.incidentId}`;
    case 'resolve':
      return `Resolve ${command.incidentId}`;
    case 'note':
      return `Add a note to ${command.incidentId}`;
    case 'raise':
      return `Raise ${command.incidentId} to ${command.severity.toUpperCase()}`;
    case 'requestOverride':
      return `Request an override of ${command.about}`;
    case 'changeOverride':
      return `Change ${command.overrideId}`;
    case 'decideOverride':
      return `${command.decision === 'approve' ? 'Approve' : 'Reject'} ${command.overrideId}`;
    case 'markNotifications': {
      const which = notificationsOf(command);
      return command.mark === 'read' ? `Mark ${which} as read` : `Dismiss ${which}`;
    }
    case 'changeAgent':
      return `Set ${command.agentName} to ${command.mode}${command.enabled ? '' : ', disabled'}`;
    default:
      return command satisfies never;
  }
}

function notificationsOf({ notificationIds }: CommandOf<'markNotifications'>): string {
  return notificationIds.length === 1 ? 'a notification' : plural(notificationIds.length, 'notification');
}

function itemsOf({ items }: CommandOf<'promote'>): string {
  const [first, ...others] = items;
  return first !== undefined && others.length === 0 ? first.itemId : plural(items.length, 'item');
}

/** The text written with a command, shown while it waits; null if there is none. */
export function detailOf(command: Command): string | null {
  switch (command.kind) {
    case 'promote':
      return command.items.length > 1 ? command.items.map(({ itemId }) => itemId).join(' ') : null;
    case 'acknowledge':
    case 'markNotifications':
      return null;
    case 'resolve':
      return [command.note, command.despite].join('\n').trim();
    case 'raise':
      return command.note;
    case 'note':
      return command.text;
    case 'requestOverride':
    case 'changeOverride':
      return `${command.overrideValue}: ${command.justification}`;
    case 'decideOverride':
      return command.note === '' ? null : command.note;
    case 'changeAgent':
      return command.reason;
    default:
      return command satisfies never;
  }
}

/** Result text of a promotion. */
export const backWithPipeline = 'Returned for reprocessing.';

/** Title and sentence for a command that took effect. It stays until dismissed, so it describes what happened and not the current state. */
export function doneLabels(command: Command): { readonly title: string; readonly text: string } {
  switch (command.kind) {
    case 'promote':
      return { title: `${itemsOf(command)} promoted`, text: backWithPipeline };
    case 'acknowledge':
      return { title: `${command.incidentId} acknowledged`, text: 'Its timeline shows that you acknowledged it.' };
    case 'resolve':
      return { title: `${command.incidentId} resolved`, text: 'It stays listed, with its timeline.' };
    case 'note':
      return { title: `Note added to ${command.incidentId}`, text: 'It is on the timeline.' };
    case 'raise':
      return {
        title: `${command.incidentId} raised to ${command.severity.toUpperCase()}`,
        text: 'Wall displays set up for it now show it.',
      };
    case 'requestOverride':
      return { title: 'Override requested', text: 'Another person approves or rejects it.' };
    case 'changeOverride':
      return { title: `${command.overrideId} changed`, text: 'The person who decides is shown the change.' };
    case 'decideOverride':
      return command.decision === 'approve'
        ? { title: `${command.overrideId} approved`, text: 'You approved it, and its history says so.' }
        : { title: `${command.overrideId} rejected`, text: 'You rejected it, and its history says so.' };
    case 'markNotifications':
      return command.mark === 'read'
        ? { title: 'Marked as read', text: 'Also on your other devices.' }
        : { title: 'Dismissed', text: 'Also on your other devices.' };
    case 'changeAgent':
      return {
        title: `${command.agentName} set to ${command.mode}${command.enabled ? '' : ', disabled'}`,
        text: 'It is in the audit trail.',
      };
    default:
      return command satisfies never;
  }
}

/** Title of a refusal. */
function notDoneTitle(command: Command): string {
  return command.kind === 'promote' ? `${itemsOf(command)} not promoted` : `Refused: ${titleOf(command)}`;
}

/** Describes the conflicts: which items and how they changed. Long lists are cut, with the number of the others. */
export function driftLabels(drifted: readonly Drift[]): string {
  const shown = drifted
    .slice(0, 3)
    .map(({ id, reason }) => `${id} ${reason === 'gone' ? 'is no longer in the queue' : 'has changed since'}`);
  const more = drifted.length - shown.length;
  return `${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

/** Notice for a command that is held in memory only and whose sending was not answered (F-16). */
export function notKeptNotice(command: Command): HubMessage & { readonly kind: 'notice' } {
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
  const nothing = command.kind === 'promote' && command.items.length > 1 ? ' Nothing was promoted.' : '';
  return `${driftLabels(problem.drifted)}.${nothing}`;
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
export function noticeOf(item: OutboxItem): {
  readonly kind: 'notice';
  readonly level: 'info' | 'warning';
  readonly title: string;
  readonly text: string;
} | null {
  if (item.state === 'sent' && item.command.kind === 'markNotifications') return null;
  const { title, text } = doneLabels(item.command);
  return item.state === 'sent'
    ? { kind: 'notice', level: 'info', title, text }
    : { kind: 'notice', level: 'warning', title: notDoneTitle(item.command), text: refusalLabels(item) };
}
