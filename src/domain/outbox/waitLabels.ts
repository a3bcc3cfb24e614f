import type { OutboxItem } from '../../contracts/outbox.ts';
import { mayTakeBack } from './item.ts';
import type { OutboxConditions } from './state.ts';

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
