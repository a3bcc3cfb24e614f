import { useEffect, useState } from 'react';
import { useSessionStatus } from '../../bridge/hub/useHubStatus.ts';
import { useOutboxConditions } from '../../bridge/acts/useOutbox.ts';
import { useStored } from '../../bridge/reads/useStored.ts';
import type { OutboxItem } from '../../contracts/outbox.ts';
import { isUnsent } from '../../domain/outbox/item.ts';
import { readOutbox } from '../../store/readOutbox.ts';
import { lazyPart } from '../../ui/feedback/lazyPart.tsx';
import './outbox.css';

// Loaded on demand: nearly always everything is sent.
const { Part: OutboxButton } = lazyPart(() => import('./OutboxButton.tsx').then(({ OutboxButton: component }) => component));
/** Shown until the button's code arrives, or if it cannot: commands may be waiting all the same. */
const until = { waiting: <span className="app-conn">Outbox not known</span>, onMissing: () => undefined };

/** Longer than a working store takes to open, milliseconds; before that a pending read is normal. */
const slowReadMs = 4_000;

/**
 * Number of waiting or refused commands, beside the connection state; opens the list. Nothing while all is sent, and 'not known' if it
 * cannot be read, which is never shown as none. `line` is the phone's form.
 */
export function UnsentIndicator({ form }: { readonly form: 'box' | 'line' }) {
  const read = useStored(readOutbox, []);
  const slow = useSlow(read.state === 'loading');
  const isIn = useSessionStatus().phase === 'signedIn';
  if (read.state === 'failed' || slow) return isIn ? <OutboxButton read={read} form={form} {...until} /> : null;
  return read.state === 'ready' && <Known items={read.value} form={form} />;
}

function Known({ items, form }: { readonly items: readonly OutboxItem[]; readonly form: 'box' | 'line' }) {
  const { link } = useOutboxConditions();
  // Marking a notification takes effect at once and is sent in a moment: show it only if it waits or has failed.
  const passing = ({ command, problem }: OutboxItem): boolean => command.kind === 'markNotifications' && link && problem === null;
  const shown = items.filter((item) => item.state === 'refused' || (isUnsent(item) && !passing(item)));
  return shown.length > 0 && <OutboxButton items={shown} form={form} {...until} />;
}

/** True once this has lasted longer than normal. */
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
