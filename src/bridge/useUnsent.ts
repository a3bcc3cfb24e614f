import { useEffect, useState } from 'react';
import type { OutboxItem } from '../contracts/outbox.ts';
import { isUnsent } from '../domain/outbox/item.ts';
import { readOutbox } from '../store/readOutbox.ts';
import { hub } from './hub.ts';
import { useStored } from './useStored.ts';

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
  const read = useStored(readOutbox, []);
  const isRead = read.state === 'ready';
  const outbox = isRead ? read.value : none;
  const items = outbox.filter(isUnsent);
  const of = isRead ? items.map(({ key }) => key).join() : null;
  const [told, setTold] = useState<{ readonly of: string | null; readonly count: number | null }>({ of: null, count: null });
  useEffect(() => {
    let stale = false;
    void hub.unsent().then((count) => {
      if (!stale) setTold({ of, count });
    });
    return () => {
      stale = true;
    };
  }, [of]);
  const held = told.of === of ? told.count : null;
  if (!isRead) return { items: null, count: held, outbox };
  return { items, count: Math.max(items.length, held ?? 0), outbox };
}
