import { useState } from 'react';
import type { AdminUser } from '../../contracts/adminUser.ts';
import type { LoginRole } from '../../contracts/access.ts';
import type { Problem, Result, WrongField } from '../../contracts/problem.ts';
import { pageSize } from './pageSize.ts';
import type { UsersQuery, UsersSource } from './source.ts';

const sample: readonly (readonly [
  name: string,
  role: LoginRole,
  status: AdminUser['status'],
  lastLogin: string | null,
  created: string,
])[] = [
  ['Amara Diallo', 'admin', 'active', '2025-11-18T08:12:00Z', '2024-02-05T09:00:00Z'],
  ['Brenda Atieno', 'bank_ops', 'active', '2025-11-18T07:40:00Z', '2024-03-11T09:00:00Z'],
  ['Cyrus Kimani', 'operator', 'active', '2025-11-17T15:21:00Z', '2024-04-02T09:00:00Z'],
  ['Doreen Akinyi', 'auditor', 'active', '2025-11-14T10:02:00Z', '2024-05-20T09:00:00Z'],
  ['Emeka Obi', 'operator', 'suspended', '2025-10-29T06:55:00Z', '2024-06-17T09:00:00Z'],
  ['Farida Hussein', 'operator', 'active', '2025-11-18T05:31:00Z', '2024-07-08T09:00:00Z'],
  ['George Mutiso', 'bank_ops', 'inactive', '2025-08-02T12:00:00Z', '2024-08-19T09:00:00Z'],
  ['Hawa Juma', 'operator', 'active', '2025-11-16T13:44:00Z', '2024-10-01T09:00:00Z'],
  ['Ibrahim Sesay', 'auditor', 'active', '2025-11-12T09:18:00Z', '2025-01-13T09:00:00Z'],
  ['Joyce Wanjala', 'operator', 'active', '2025-11-18T06:05:00Z', '2025-03-24T09:00:00Z'],
  ['Kofi Mensah', 'operator', 'active', null, '2025-11-10T09:00:00Z'],
  ['Leila Osman', 'bank_ops', 'active', '2025-11-17T11:09:00Z', '2025-05-06T09:00:00Z'],
];

const sampleUsers: readonly AdminUser[] = sample.map(([name, role, status, last_login_at, created_at], index) => ({
  id: `sample-${index + 1}`,
  email: `${name.toLowerCase().replaceAll(/\s+/g, '.')}@sample.example`,
  name,
  role,
  status,
  last_login_at,
  created_at,
  version: 1,
}));

const refused = (code: Problem['code'], message: string, fields: readonly WrongField[] = []): Result<never> => ({
  ok: false,
  problem: { code, message, retry: false, fields },
});

/** The users that match a query, in its order. Pure. */
export function foundIn(users: readonly AdminUser[], { search, role, status, sort }: Omit<UsersQuery, 'page'>): readonly AdminUser[] {
  const words = search.toLowerCase().split(/\s+/);
  const found = users.filter(
    (user) =>
      (role === null || user.role === role) &&
      (status === null || user.status === status) &&
      words.every((word) => user.name.toLowerCase().includes(word) || user.email.toLowerCase().includes(word)),
  );
  const ordered = found.sort((a, b) => String(a[sort.id] ?? '').localeCompare(String(b[sort.id] ?? ''), 'en', { sensitivity: 'base' }));
  return sort.desc ? ordered.reverse() : ordered;
}

/** Invented users (D-17): bundled, changed in this page only and lost with it. No call is made. */
export function useSampleUsers(query: UsersQuery): UsersSource {
  const [users, setUsers] = useState(sampleUsers);
  const found = foundIn(users, query);
  const from = (query.page - 1) * pageSize;
  const change: UsersSource['change'] = (seen, change) => {
    const now = users.find(({ id }) => id === seen.id);
    if (now === undefined) return Promise.resolve(refused('not_found', 'Not found'));
    const user: AdminUser = {
      ...now,
      name: change.name ?? now.name,
      email: change.email ?? now.email,
      role: change.role ?? now.role,
      status: change.status ?? now.status,
      version: (now.version ?? 0) + 1,
    };
    setUsers(users.map((each) => (each.id === user.id ? user : each)));
    return Promise.resolve({ ok: true, value: user });
  };
  return {
    list: {
      state: 'ready',
      cameDamaged: [],
      value: {
        users: found.slice(from, from + pageSize),
        pagination: { page: query.page, limit: pageSize, total: found.length, totalPages: Math.ceil(found.length / pageSize) },
      },
      problem: null,
      freshness: { kind: 'never' },
      busy: false,
      refresh: () => undefined,
    },
    sample: true,
    turning: false,
    disabledReason: null,
    halted: null,
    selfId: null,
    reached: true,
    look: (id) => {
      const user = users.find((each) => each.id === id);
      return Promise.resolve(user === undefined ? refused('not_found', 'Not found') : { ok: true, value: user });
    },
    create: (wanted) => {
      if (users.some(({ email }) => email.toLowerCase() === wanted.email.toLowerCase()))
        return Promise.resolve(refused('conflict', 'This email is already in use', [{ field: 'email', code: 'taken' }]));
      const user: AdminUser = {
        id: `sample-${users.length + 1}`,
        email: wanted.email,
        name: wanted.name,
        role: wanted.role,
        status: 'active',
        last_login_at: null,
        created_at: new Date().toISOString(),
        version: 1,
      };
      setUsers([...users, user]);
      return Promise.resolve({ ok: true, value: user });
    },
    change,
    // Sample users are sent no letters.
    sendAgain: () => Promise.resolve(refused('not_found', 'Not found')),
    deactivate: (seen) => change(seen, { status: 'inactive' }),
  };
}
