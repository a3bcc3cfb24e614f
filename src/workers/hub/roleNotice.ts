import type { HubMessage } from '../../contracts/rpc.ts';
import type { User } from '../../contracts/session.ts';
import { loginRoleLabels } from '../../domain/access.ts';
import { plural } from '../../domain/format.ts';

/**
 * What somebody is told whose role an administrator changed (C-73).
 * @param unsent how many of their decisions were not sent when it was; null where that could not be read
 */
export function roleNotice({ role }: User, unsent: number | null): HubMessage {
  const actions = unsent === null ? 'What was not sent yet is' : `${plural(unsent, 'action')} not sent yet ${unsent === 1 ? 'is' : 'are'}`;
  const kept = unsent === 0 ? '' : ` ${actions} kept: what this role may not do the platform refuses, by name.`;
  const text = `You are signed in as ${loginRoleLabels[role]} now. What this role may not see is no longer on this device.${kept}`;
  return { kind: 'notice', level: 'info', title: 'Your role was changed', text };
}
