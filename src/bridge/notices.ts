import { useMemo } from 'react';
import type { Notification, notificationMarks } from '../contracts/overview.ts';
import type { Result } from '../contracts/problem.ts';
import { withMarks } from '../domain/notices.ts';
import { readNotifications } from '../store/read.ts';
import type { Stored } from '../store/types.ts';
import { hub } from './hub.ts';
import { createSignal, type Signal } from './pageState.ts';
import { useOutbox } from './useOutbox.ts';
import { type LiveRead, useStored } from './useStored.ts';

/** The tenant's notifications, the newest first, as the person at the console has left them on this device or any other of theirs. */
export function useNotices(): LiveRead<Stored<Notification>> {
  const stored = useStored(readNotifications, []);
  const outbox = useOutbox();
  const held = stored.value;
  const marked = useMemo(() => (held === undefined ? undefined : { ...held, rows: withMarks(held.rows, outbox) }), [held, outbox]);
  if (stored.state === 'failed') return { ...stored, value: marked };
  return stored.state === 'loading' || marked === undefined ? loading : { ...stored, value: marked };
}

/** Somebody who shows some of the notifications asks for all of them: they open under the bell. */
export const allNotices: Signal<null> = createSignal();

const loading = { state: 'loading', value: undefined, problem: null } as const;

/** Says that notifications are read, or puts them away, on every device of the person's; kept on this one until the platform has it. */
export function markNotices(notificationIds: readonly string[], mark: (typeof notificationMarks)[number]): Promise<Result<null>> {
  return hub.enqueue([{ kind: 'markNotifications', notificationIds: [...notificationIds], mark }]);
}
