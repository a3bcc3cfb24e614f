import { useEffect, useState } from 'react';
import type { OutboxItem } from '../contracts/outbox.ts';
import { isUnsent } from '../domain/outbox/item.ts';
import { readOutbox } from '../store/readOutbox.ts';
import { hub } from './hub.ts';
import { useStored } from './useStored.ts';

/** What the platform has not answered. What cannot be read is not nothing: then `items` is null, and `count` is what the hub knows, or null. */
export interface Unsent {
  readonly items: readonly OutboxItem[] | null;
  readonly count: number | null;
}

/** For whoever is about to leave: live, and honest about what is not known. */
export function useUnsent(): Unsent {
  const read = useStored(readOutbox, []);
  const [told, setTold] = useState<number | null>(null);
  const isRead = read.state === 'ready';
  useEffect(() => {
    if (isRead) return undefined;
    let stale = false;
    void hub.unsent().then((count) => {
      if (!stale) setTold(count);
    });
    return () => {
      stale = true;
    };
  }, [isRead]);
  if (!isRead) return { items: null, count: told };
  const items = read.value.filter(isUnsent);
  return { items, count: items.length };
}
