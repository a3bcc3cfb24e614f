import { useEffect, useState } from 'react';
import type { OutboxItem } from '../../contracts/outbox.ts';
import { isUnsent } from '../../domain/outbox/item.ts';
import { readOutbox } from '../../store/readOutbox.ts';
import { hub } from '../hub/hub.ts';
import { type LiveRead, useStored } from '../reads/useStored.ts';

/**
 * Commands that the platform has not answered. `items` is null if the outbox cannot be read, which does not mean empty. `count` includes
 * what only the hub holds in memory because the disk was full; null if unknown.
 */
export interface Unsent {
  readonly items: readonly OutboxItem[] | null;
  readonly count: number | null;
  /** The whole outbox, settled or not; empty while it cannot be read. */
  readonly outbox: readonly OutboxItem[];
}

const none: readonly OutboxItem[] = [];

/** For a user who is about to leave: live, with unknowns marked as such. */
export function useUnsent(): Unsent {
  return useUnsentOf(useStored(readOutbox, []));
}

/** If a page cannot read the outbox the hub may know more: interval for asking it, milliseconds. */
const askAgainMs = 5_000;

/** The same, over an existing read. */
export function useUnsentOf(read: LiveRead<readonly OutboxItem[]>): Unsent {
  const isRead = read.state === 'ready';
  const outbox = isRead ? read.value : none;
  const items = outbox.filter(isUnsent);
  const keys = isRead ? items.map(({ key }) => key).join() : null;
  const [told, setTold] = useState<{ readonly of: string | null; readonly count: number | null }>({ of: null, count: null });
  useEffect(() => {
    let stale = false;
    const ask = (): void => {
      void hub.unsent().then((count) => {
        if (!stale) setTold({ of: keys, count });
      });
    };
    ask();
    const asking = keys === null ? setInterval(ask, askAgainMs) : undefined;
    return () => {
      stale = true;
      clearInterval(asking);
    };
  }, [keys]);
  const held = told.of === keys ? told.count : null;
  if (!isRead) return { items: null, count: held, outbox };
  return { items, count: Math.max(items.length, held ?? 0), outbox };
}
