import type { Command, OutboxItem } from '../../contracts/outbox.ts';
import type { Drift } from '../../contracts/problem.ts';
import { plural } from '../format.ts';
import { mayTakeBack } from './item.ts';
import type { OutboxWorld } from './machine.ts';

/** What a command is about: 'Promote DLQ-00317', 'Promote 3 items'. */
export function titleOf(command: Command): string {
  switch (command.kind) {
    case 'promote': {
      const [first, ...others] = command.items;
      return `Promote ${first !== undefined && others.length === 0 ? first.itemId : plural(command.items.length, 'item')}`;
    }
    default:
      return command.kind satisfies never;
  }
}

/** What drifted, in words: which and how. Long lists are cut, with the number of the others. */
export function driftWords(drifted: readonly Drift[]): string {
  const shown = drifted
    .slice(0, 3)
    .map(({ id, reason }) => `${id} ${reason === 'gone' ? 'is no longer in the queue' : 'has changed since'}`);
  const more = drifted.length - shown.length;
  return `${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

/** Why the platform refused, in one sentence. */
export function refusalWords(item: OutboxItem): string {
  const { problem, command } = item;
  if (problem === null) return 'The platform refused it.';
  if (problem.drifted === undefined || problem.drifted.length === 0) return `${problem.message}.`.replace(/\.\.$/, '.');
  const nothing = command.items.length > 1 ? ' Nothing was promoted.' : '';
  return `${driftWords(problem.drifted)}.${nothing}`;
}

/** What a command decided now would wait for; null where nothing keeps it. */
export function beforeSendingWords(world: OutboxWorld & { readonly buildTooOld: boolean }): string | null {
  if (!world.link) return 'The platform cannot be reached just now. It is sent when the connection is back.';
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
      ? 'Sent, but no answer came. It is sent again, with effect once, when the connection is back.'
      : 'It is sent when the connection is back.';
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

/** What people are told when a command is settled. */
export function noticeOf(item: OutboxItem): {
  readonly kind: 'notice';
  readonly level: 'info' | 'warning';
  readonly title: string;
  readonly text: string;
} {
  const [first, ...others] = item.command.items;
  const what = first !== undefined && others.length === 0 ? first.itemId : plural(item.command.items.length, 'item');
  return item.state === 'sent'
    ? { kind: 'notice', level: 'info', title: `${what} promoted`, text: 'Back with the pipeline, which works on it again.' }
    : { kind: 'notice', level: 'warning', title: `${what} not promoted`, text: refusalWords(item) };
}
