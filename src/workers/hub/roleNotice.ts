import type { HubMessage } from '../../contracts/rpc.ts';
import type { User } from '../../contracts/session.ts';
import { loginRoleLabels } from '../../domain/accounts/access.ts';
import { plural } from '../../domain/format.ts';

/**
 * The notice for a user whose role an administrator changed (C-73).
 * @param unsent number of their unsent commands at that time; null if that could not be read
 */
export function roleNotice({ role }: User, unsent: number | null): HubMessage {
  const actions = unsent === null ? 'What was not sent yet is' : `${plural(unsent, 'action')} not sent yet ${unsent === 1 ? 'is' : 'are'}`;
  const kept = unsent === 0 ? '' : ` ${actions} kept. The platform refuses those that this role may not do, and names them.`;
  const text = `You are signed in as ${loginRoleLabels[role]} now. Data that this role may not see was removed from this device.${kept}`;
  return { kind: 'notice', level: 'info', title: 'Your role was changed', text };
}
