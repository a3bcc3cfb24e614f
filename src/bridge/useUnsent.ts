import { useEffect, useState } from 'react';
import type { OutboxItem } from '../contracts/outbox.ts';
import { isUnsent } from '../domain/outbox/item.ts';
import { readOutbox } from '../store/readOutbox.ts';
import { hub } from './hub.ts';
import { type LiveRead, useStored } from './useStored.ts';

/**
 * What the platform has not answered. What cannot be read is not nothing: then `items` is null. `count` is how many the hub holds too, which may be more: what found no room on the disk
 * is in its memory alone; null where nobody knows.
 */
export interface Unsent {
  readonly items: readonly OutboxItem[] | null;
  readonly count: number | null;
  /** All of the outbox, settled or not; empty while it cannot be read. */
  readonly outbox: readonly OutboxItem[];
}

const none: readonly OutboxItem[] = [];

/** For whoever is about to leave: live, and honest about what is not known. */
export function useUnsent(): Unsent {
  return useUnsentOf(useStored(readOutbox, []));
}

/** What a page cannot read the hub may know, and may learn: asked again as often, milliseconds. */
const askAgainMs = 5_000;

/** The same of a read that is made already. */
export function useUnsentOf(read: LiveRead<readonly OutboxItem[]>): Unsent {
  const isRead = read.state === 'ready';
  const outbox = isRead ? read.value : none;
  const items = outbox.filter(isUnsent);
  const of = isRead ? items.map(({ key }) => key).join() : null;
  const [told, setTold] = useState<{ readonly of: string | null; readonly count: number | null }>({ of: null, count: null });
  useEffect(() => {
    let stale = false;
    const ask = (): void => {
      void hub.unsent().then((count) => {
        if (!stale) setTold({ of, count });
      });
    };
    ask();
    const asking = of === null ? setInterval(ask, askAgainMs) : undefined;
    return () => {
      stale = true;
      clearInterval(asking);
    };
  }, [of]);
  const held = told.of === of ? told.count : null;
  if (!isRead) return { items: null, count: held, outbox };
  return { items, count: Math.max(items.length, held ?? 0), outbox };
}
