import { useEffect, useState } from 'react';
import { useSessionStatus } from '../../bridge/useHubStatus.ts';
import { useOutboxWorld } from '../../bridge/useOutbox.ts';
import { useStored } from '../../bridge/useStored.ts';
import type { OutboxItem } from '../../contracts/outbox.ts';
import { isUnsent } from '../../domain/outbox/item.ts';
import { readOutbox } from '../../store/readOutbox.ts';
import { lazyPart } from '../../ui/feedback/lazyPart.tsx';
import './outbox.css';

// Where all is sent, which is nearly always, no page carries them.
const { Part: OutboxButton } = lazyPart(() => import('./OutboxButton.tsx').then(({ OutboxButton: component }) => component));
/** What stands there until the button comes, and where its code is missing: that something may wait is said all the same. */
const until = { waiting: <span className="app-conn">Outbox not known</span>, onMissing: () => undefined };

/** Longer than a store that opens at all takes for it, milliseconds: before that what was not read yet is no news. */
const slowReadMs = 4_000;

/** How many commands wait to be sent or were refused, beside the state of the connection; behind it, which and why. Nothing while all is
 * sent, and 'not known' where nobody can tell: what cannot be read is never shown as none. `line` is the phone's form. */
export function UnsentIndicator({ form }: { readonly form: 'box' | 'line' }) {
  const read = useStored(readOutbox, []);
  const slow = useSlow(read.state === 'loading');
  const isIn = useSessionStatus().phase === 'signedIn';
  if (read.state === 'failed' || slow) return isIn ? <OutboxButton read={read} form={form} {...until} /> : null;
  return read.state === 'ready' && <Known items={read.value} form={form} />;
}

function Known({ items, form }: { readonly items: readonly OutboxItem[]; readonly form: 'box' | 'line' }) {
  const { link } = useOutboxWorld();
  // A notification that is marked is so at once, and told in a blink: only one that waits or has failed is worth a word.
  const passing = ({ command, problem }: OutboxItem): boolean => command.kind === 'markNotifications' && link && problem === null;
  const shown = items.filter((item) => item.state === 'refused' || (isUnsent(item) && !passing(item)));
  return shown.length > 0 && <OutboxButton items={shown} form={form} {...until} />;
}

/** True once this has been so for longer than it takes where all is well. */
function useSlow(waiting: boolean): boolean {
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    if (!waiting) return undefined;
    const timer = setTimeout(() => setSlow(true), slowReadMs);
    return () => {
      clearTimeout(timer);
      setSlow(false);
    };
  }, [waiting]);
  return slow && waiting;
}
