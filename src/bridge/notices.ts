import { useMemo } from 'react';
import type { Notification, notificationMarks } from '../contracts/overview.ts';
import type { Result } from '../contracts/problem.ts';
import { withMarks } from '../domain/notices.ts';
import { readNotifications } from '../store/read.ts';
import type { Stored } from '../store/types.ts';
import { hub } from './hub/hub.ts';
import { createSignal, type Signal } from './hub/pageState.ts';
import { useOutbox } from './acts/useOutbox.ts';
import { type LiveRead, useStored } from './reads/useStored.ts';

/** The tenant's notifications, newest first, with the user's read and dismissed marks, from any of their devices. */
export function useNotices(): LiveRead<Stored<Notification>> {
  const stored = useStored(readNotifications, []);
  const outbox = useOutbox();
  const held = stored.value;
  const marked = useMemo(() => (held === undefined ? undefined : { ...held, rows: withMarks(held.rows, outbox) }), [held, outbox]);
  if (stored.state === 'failed') return { ...stored, value: marked };
  return stored.state === 'loading' || marked === undefined ? loading : { ...stored, value: marked };
}

/** A panel that shows some of the notifications asks for all of them: the list under the bell opens. */
export const allNotices: Signal<null> = createSignal();

const loading = { state: 'loading', value: undefined, problem: null } as const;

/** Marks notifications as read or dismissed on all of the user's devices; stored here until the platform has it. */
export function markNotices(notificationIds: readonly string[], mark: (typeof notificationMarks)[number]): Promise<Result<null>> {
  return hub.enqueue([{ kind: 'markNotifications', notificationIds: [...notificationIds], mark }]);
}
