import type { UnsentGone } from '../../contracts/rpc.ts';
import { plural } from '../format.ts';

/** What is said of decisions that were not sent and could not stay. `unread` says which of them cannot be shown; null where all are. */
export interface GoneWords {
  readonly title: string;
  readonly description: string;
  readonly unread: string | null;
}

/** One is never told as several, what cannot be shown is not offered to be saved, and where nobody knows whether there was any none is counted. Pure. */
export function goneWords({ items, unread, tenant, why }: Pick<UnsentGone, 'items' | 'unread' | 'tenant' | 'why'>): GoneWords {
  const happened =
    why === 'access'
      ? `Your access to ${tenant} changed or was ended`
      : 'What this device had stored was removed, by the browser or by hand,';
  if (unread === null && items.length === 0)
    return {
      title: 'What was not sent could not be kept',
      description: `${happened.replace(/,$/, '')}. Whether an action was still waiting to be sent is not known: what was stored could not be read. Check what you decided last.`,
      unread: null,
    };
  const count = items.length + (unread ?? 0);
  const [they, them] = count === 1 ? ['It', 'it'] : ['They', 'them'];
  const now =
    why === 'access'
      ? `. ${they} cannot be sent from here any more.`
      : `, and ${they.toLowerCase()} could not be stored again. ${count === 1 ? 'It has' : 'They have'} to be decided again.`;
  const before = `${happened} before the platform received ${them}${now}`;
  return {
    title: `${plural(count, 'action')} not sent and not kept`,
    description: items.length === 0 ? before : `${before} ${saveWords(items.length)}`,
    unread: unread === 0 ? null : unreadWords(unread, items.length),
  };
}

function saveWords(shown: number): string {
  return shown === 1
    ? 'Save it if you need it: once this is closed it is gone.'
    : 'Save them if you need them: once this is closed they are gone.';
}

function unreadWords(unread: number | null, shown: number): string {
  if (unread === null) return 'Whether there were more is not known: the rest could not be read.';
  const which = shown === 0 ? (unread === 1 ? 'It' : 'They') : plural(unread, 'more action');
  return `${which} could not be read, behind a lock or damaged, and cannot be shown.`;
}
