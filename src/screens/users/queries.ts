import { useState } from 'react';
import { fetchApi } from '../../bridge/reads/fetchApi.ts';
import { useHubStatus } from '../../bridge/hub/useHubStatus.ts';
import { useInvalidate, usePrefetch } from '../../bridge/reads/useApiQuery.ts';
import { usePerson } from '../../bridge/acts/useMay.ts';
import { useExport } from '../../bridge/useExport.ts';
import { useReadPanel } from '../../bridge/reads/useReadPanel.ts';
import { useSend } from '../../bridge/acts/useSend.ts';
import type { AdminUser, AdminUsersPage } from '../../contracts/adminUser.ts';
import { adminUserEndpoints as calls } from '../../contracts/adminUserEndpoints.ts';
import type { Result } from '../../contracts/problem.ts';
import { arranged, nowhere } from '../../domain/exports/narrowing.ts';
import { ruleOf } from '../../domain/exports/rules.ts';
import { sortWord } from '../../ui/table/columns.ts';
import type { CallInput } from '../../domain/api/request.ts';
import { disabledBecauseOf, haltedBy } from './disabledReasons.ts';
import { everyUser, maxAtOnce } from './everyUser.ts';
import { pageSize } from './pageSize.ts';
import type { UsersQuery, UsersSource } from './source.ts';

const inputOf = ({ search, role, status, sort }: UsersQuery, limit: number, offset: number) => ({
  query: {
    limit,
    offset,
    search: search === '' ? undefined : search,
    role: role ?? undefined,
    status: status ?? undefined,
    sort: sort.id === 'name' ? undefined : sort.id,
    order: sort.desc ? 'desc' : undefined,
  },
});

/**
 * The tenant's users, one page at a time, stored on this device so that they stay readable offline. Changes need the network: an account
 * closed hours later would have stayed open for hours.
 */
export function useUsers(query: UsersQuery): UsersSource {
  const status = useHubStatus();
  const person = usePerson();
  const invalidate = useInvalidate();
  const offset = (query.page - 1) * pageSize;
  const panel = useReadPanel(calls.adminUsers, inputOf(query, pageSize, offset), () => 1);
  const list = useTurning(panel);
  const pages = panel.value?.pagination.totalPages ?? 0;
  usePrefetch(calls.adminUsers, query.page < pages ? [inputOf(query, pageSize, offset + pageSize)] : []);
  const sendNow = useSend();
  const reached = status.connection.state === 'connected';

  const send = async (
    call: (typeof calls)['createUser' | 'changeUser' | 'deactivateUser' | 'sendLetterAgain'],
    input: CallInput,
  ): Promise<Result<AdminUser>> => {
    const answer = await sendNow(call, input);
    // Also after a refusal, so that the list shows the platform's state.
    invalidate(calls.adminUsers);
    return answer.ok ? { ok: true, value: answer.value.user } : answer;
  };

  const pageOf = async (from: number): Promise<Result<AdminUsersPage>> => {
    // When an account was made never changes, so that pages shift as little as possible; the file has the list's own order.
    const answer = await fetchApi(calls.adminUsers, inputOf({ ...query, sort: { id: 'created_at', desc: false } }, maxAtOnce, from));
    return answer.ok ? { ok: true, value: answer.value.value } : answer;
  };
  const sort = query.sort.id === 'name' && !query.sort.desc ? null : sortWord(query.sort);
  const inOrder = async () => arranged(ruleOf('users'), await everyUser(pageOf), sort === null ? {} : { sort }, nowhere);
  const held = list.value;
  const total = held?.pagination.total ?? 0;
  const exports = useExport({
    type: 'users',
    title: 'Users',
    filter: {
      search: query.search,
      role: query.role,
      status: query.status,
      sort,
    },
    count: reached ? total : (held?.users.length ?? 0),
    freshness: list.freshness,
    unread: list.cameDamaged.length,
    missing: reached || (held?.users.length ?? 0) === total ? null : 'The other pages are not on this device.',
    rows: (shown: readonly AdminUser[]) => (reached ? inOrder() : shown),
  });

  return {
    list,
    sample: false,
    turning: panel.state === 'loading' && held !== null,
    disabledReason: disabledBecauseOf(status),
    halted: haltedBy(status),
    selfId: person?.id ?? null,
    reached,
    exports,
    look: async (id) => {
      const answer = await fetchApi(calls.adminUser, { params: { id } });
      return answer.ok ? { ok: true, value: answer.value.value.user } : answer;
    },
    create: (body) => send(calls.createUser, { body }),
    change: ({ id, version }, body) => send(calls.changeUser, { params: { id }, query: { version }, body }),
    sendAgain: ({ id }, { id: letterId, state }) => send(calls.sendLetterAgain, { params: { id, letterId }, query: { seen: state } }),
    deactivate: ({ id, version }) => send(calls.deactivateUser, { params: { id }, query: { version } }),
  };
}

/** Keeps the previous page while the next one loads, to avoid a flickering skeleton. */
function useTurning(panel: UsersSource['list']): UsersSource['list'] {
  const [before, setBefore] = useState<AdminUsersPage | null>(null);
  if (panel.value !== null && panel.value !== before) setBefore(panel.value);
  return panel.state === 'loading' && before !== null ? { ...panel, state: 'ready', value: before } : panel;
}
