import type { UnsentGone } from '../../contracts/rpc.ts';
import { plural } from '../format.ts';

/** Text about unsent decisions that could not be kept. `unread` says which of them cannot be shown; null if all can. */
export interface GoneLabels {
  readonly title: string;
  readonly description: string;
  readonly unread: string | null;
}

/**
 * Words the loss of unsent decisions: singular and plural are right, saving is offered only for what can be shown, and no count is given
 * when it is unknown. Pure.
 */
export function goneLabels({ items, unread, tenant, why }: Pick<UnsentGone, 'items' | 'unread' | 'tenant' | 'why'>): GoneLabels {
  const happened =
    why === 'access'
      ? `Your access to ${tenant} changed or was ended`
      : 'The data stored on this device was removed, by the browser or by hand,';
  if (unread === null && items.length === 0)
    return {
      title: 'Unsent actions could not be kept',
      description: `${happened.replace(/,$/, '')}. It is not known whether an action was still waiting to be sent: the stored data could not be read. Check your last decisions.`,
      unread: null,
    };
  const count = items.length + (unread ?? 0);
  const [they, them] = count === 1 ? ['It', 'it'] : ['They', 'them'];
  const now =
    why === 'access'
      ? `. ${they} can no longer be sent from here.`
      : `, and ${they.toLowerCase()} could not be stored again. ${count === 1 ? 'It has' : 'They have'} to be decided again.`;
  const before = `${happened} before the platform received ${them}${now}`;
  return {
    title: `${plural(count, 'action')} not sent and not kept`,
    description: items.length === 0 ? before : `${before} ${saveLabels(items.length)}`,
    unread: unread === 0 ? null : unreadLabels(unread, items.length),
  };
}

function saveLabels(shown: number): string {
  return shown === 1
    ? 'Save it if you need it: it is lost once you close this.'
    : 'Save them if you need them: they are lost once you close this.';
}

function unreadLabels(unread: number | null, shown: number): string {
  if (unread === null) return 'It is not known whether there were more: the rest could not be read.';
  const which = shown === 0 ? (unread === 1 ? 'It' : 'They') : plural(unread, 'more action');
  return `${which} could not be read, behind a lock or damaged, and cannot be shown.`;
}
