import type { Command, CommandOf, OutboxItem } from '../../contracts/outbox.ts';
import type { Drift } from '../../contracts/problem.ts';
import type { HubMessage } from '../../contracts/rpc.ts';
import { plural } from '../format.ts';
import { mayTakeBack } from './item.ts';
import type { OutboxWorld } from './state.ts';

/** What a command is about: 'Promote DLQ-00317', 'Promote 3 items', 'Resolve INC-0042'. */
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
      return `Ask to override ${command.about}`;
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

/** What was written with a command, where something was: shown with it while it waits. */
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

/** Of what was promoted. */
export const backWithPipeline = 'Handed back to the pipeline.';

/**
 * What the platform has done with it, as a title and a sentence. It stands until it is put away, whatever others do meanwhile: it tells what happened, and nothing of how things
 * stand now.
 */
export function doneWords(command: Command): { readonly title: string; readonly text: string } {
  switch (command.kind) {
    case 'promote':
      return { title: `${itemsOf(command)} promoted`, text: backWithPipeline };
    case 'acknowledge':
      return { title: `${command.incidentId} acknowledged`, text: 'Its timeline says that you took it up.' };
    case 'resolve':
      return { title: `${command.incidentId} resolved`, text: 'It stays listed, with its timeline.' };
    case 'note':
      return { title: `Note added to ${command.incidentId}`, text: 'It stands on the timeline.' };
    case 'raise':
      return {
        title: `${command.incidentId} raised to ${command.severity.toUpperCase()}`,
        text: 'Walls that were told so are interrupted by it.',
      };
    case 'requestOverride':
      return { title: 'Override asked for', text: 'Somebody else approves or rejects it.' };
    case 'changeOverride':
      return { title: `${command.overrideId} changed`, text: 'Whoever approves or rejects it is shown the change.' };
    case 'decideOverride':
      return command.decision === 'approve'
        ? { title: `${command.overrideId} approved`, text: 'You approved it, and its history says so.' }
        : { title: `${command.overrideId} rejected`, text: 'You rejected it, and its history says so.' };
    case 'markNotifications':
      return command.mark === 'read'
        ? { title: 'Marked as read', text: 'So it is on your other devices.' }
        : { title: 'Dismissed', text: 'It is gone from your other devices too.' };
    case 'changeAgent':
      return {
        title: `${command.agentName} set to ${command.mode}${command.enabled ? '' : ', disabled'}`,
        text: 'It stands in the trail.',
      };
    default:
      return command satisfies never;
  }
}

/** The title over a refusal. */
function notDoneTitle(command: Command): string {
  return command.kind === 'promote' ? `${itemsOf(command)} not promoted` : `Refused: ${titleOf(command)}`;
}

/** What drifted, in words: which and how. Long lists are cut, with the number of the others. */
export function driftWords(drifted: readonly Drift[]): string {
  const shown = drifted
    .slice(0, 3)
    .map(({ id, reason }) => `${id} ${reason === 'gone' ? 'is no longer in the queue' : 'has changed since'}`);
  const more = drifted.length - shown.length;
  return `${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

/** What people are told of a command that stands nowhere but in the console's memory, and of which a sending was not answered (F-16). */
export function notKeptNotice(command: Command): HubMessage & { readonly kind: 'notice' } {
  return {
    kind: 'notice',
    level: 'error',
    title: 'Not kept on this device',
    text: `${titleOf(command)}: the platform has not answered, and there is no room to keep it here. It is sent again, with effect once, as long as the console stays open in this browser. If it is closed before, check whether it was done.`,
  };
}

/** Why the platform refused, in one sentence. */
export function refusalWords(item: OutboxItem): string {
  const { problem, command } = item;
  if (problem === null) return 'The platform refused it.';
  if (problem.drifted === undefined || problem.drifted.length === 0) return `${problem.message}.`.replace(/\.\.$/, '.');
  const nothing = command.kind === 'promote' && command.items.length > 1 ? ' Nothing was promoted.' : '';
  return `${driftWords(problem.drifted)}.${nothing}`;
}

/** What a command decided now would wait for; null where nothing keeps it. */
export function beforeSendingWords(world: OutboxWorld & { readonly buildTooOld: boolean }): string | null {
  if (!world.link) return 'The platform cannot be reached just now. It is tried by itself and sent as soon as the platform answers.';
  if (!world.session) return 'It is sent once the platform has confirmed who you are.';
  if (world.buildTooOld) return 'This version is too old to send it. Reload to the new version: it is sent then.';
  if (world.readOnly) return 'The platform is in read-only mode. It is sent when that is released.';
  return null;
}

/** Why a command has not been sent yet, and what will send it. */
export function waitWords(item: OutboxItem, world: OutboxWorld & { readonly buildTooOld: boolean }): string {
  if (item.state === 'sending') return 'On its way.';
  if (!world.link)
    return item.maybeDone
      ? 'Sent, but no answer came. It is sent again by itself, with effect once, until the platform answers.'
      : 'It is tried by itself and sent as soon as the platform answers.';
  if (!world.session) return 'It is sent once the platform has confirmed who you are.';
  if (world.buildTooOld) return 'Reload to the new version: it is sent then.';
  if (world.readOnly) return 'The platform is in read-only mode. It is sent when that is released.';
  if (item.problem !== null) return `${item.problem.message.replace(/\.$/, '')}. It is tried again by itself.`;
  return 'It is sent in a moment.';
}

/** Why a command cannot be taken back; null where it can. */
export function stuckWords(item: OutboxItem): string | null {
  if (mayTakeBack(item)) return null;
  return item.state === 'sending' ? 'It is on its way.' : 'It may have reached the platform already.';
}

/** What people are told when a command is settled; null where what they see says it all: a notification is read, or it is gone. */
export function noticeOf(item: OutboxItem): {
  readonly kind: 'notice';
  readonly level: 'info' | 'warning';
  readonly title: string;
  readonly text: string;
} | null {
  if (item.state === 'sent' && item.command.kind === 'markNotifications') return null;
  const { title, text } = doneWords(item.command);
  return item.state === 'sent'
    ? { kind: 'notice', level: 'info', title, text }
    : { kind: 'notice', level: 'warning', title: notDoneTitle(item.command), text: refusalWords(item) };
}
