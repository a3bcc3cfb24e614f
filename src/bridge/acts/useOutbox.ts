import { useMemo, useSyncExternalStore } from 'react';
import type { OutboxItem } from '../../contracts/outbox.ts';
import type { OutboxConditions } from '../../domain/outbox/state.ts';
import { conditionsOf } from '../../domain/outbox/conditions.ts';
import { readOutbox } from '../../store/readOutbox.ts';
import { hubStatus } from '../hub/pageState.ts';
import { useStored } from '../reads/useStored.ts';

const none: readonly OutboxItem[] = [];

/** The user's commands in the order they were decided, live: waiting, in flight, and settled. */
export function useOutbox(): readonly OutboxItem[] {
  return useStored(readOutbox, []).value ?? none;
}

/** What the outbox currently depends on: link, session, read-only mode, reload. Renders only when one of them changes. */
export function useOutboxConditions(): OutboxConditions & { readonly buildTooOld: boolean } {
  // A string compares by value: the snapshot must stay equal while nothing changes.
  const text = useSyncExternalStore(hubStatus.listen, () => {
    const { link, session, readOnly, buildTooOld } = conditionsOf(hubStatus.get());
    return [link, session, readOnly, buildTooOld].map(Number).join('');
  });
  return useMemo(
    () => ({ link: text[0] === '1', session: text[1] === '1', readOnly: text[2] === '1', buildTooOld: text[3] === '1' }),
    [text],
  );
}
