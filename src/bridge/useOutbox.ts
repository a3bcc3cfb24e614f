import { useMemo, useSyncExternalStore } from 'react';
import type { OutboxItem } from '../contracts/outbox.ts';
import type { OutboxWorld } from '../domain/outbox/state.ts';
import { worldOf } from '../domain/outbox/world.ts';
import { readOutbox } from '../store/readOutbox.ts';
import { hubStatus } from './pageState.ts';
import { useStored } from './useStored.ts';

const none: readonly OutboxItem[] = [];

/** The person's commands in the order in which they decided them, live: what waits, what is on its way, what came of the others. */
export function useOutbox(): readonly OutboxItem[] {
  return useStored(readOutbox, []).value ?? none;
}

/** What the outbox waits for just now: link, session, read-only mode, reload. Renders only when one of them changes. */
export function useOutboxWorld(): OutboxWorld & { readonly buildTooOld: boolean } {
  // A string compares by value: the store's snapshot must be the same as long as it says the same.
  const text = useSyncExternalStore(hubStatus.listen, () => {
    const { link, session, readOnly, buildTooOld } = worldOf(hubStatus.get());
    return [link, session, readOnly, buildTooOld].map(Number).join('');
  });
  return useMemo(
    () => ({ link: text[0] === '1', session: text[1] === '1', readOnly: text[2] === '1', buildTooOld: text[3] === '1' }),
    [text],
  );
}
