// Which money and personal data each role is told, across all answers (issue 17, point 18).
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type LoginRole, loginRoles } from '../../src/contracts/access.ts';
import type { Endpoint } from '../../src/contracts/endpoint.ts';
import { everyEndpoint } from '../../src/contracts/everyEndpoint.ts';
import { seriesMetrics } from '../../src/contracts/series.ts';
import { permissionsOf } from '../../src/domain/accounts/access.ts';
import { formatMoney, formatMoneyInThousands } from '../../src/domain/format.ts';
import { ofMinor } from '../../src/domain/money/money.ts';
import { allTopics } from '../realtime/hub.ts';
import { createTestPlatform, type TestClient, type TestPlatform } from '../testing/platform.ts';

let test: TestPlatform;
const clients = new Map<LoginRole, TestClient>();
/** Texts that occur only in the finance tables, long enough not to match by chance. */
let money: ReadonlySet<string>;
/** Amounts of single payments and loans, in units of their currency. */
let sums: ReadonlySet<number>;
let persons: ReadonlySet<string>;

const emailOf: Readonly<Record<LoginRole, string>> = {
  admin: 'admin@ukweli.example',
  bank_ops: 'bank@ukweli.example',
  auditor: 'auditor@ukweli.example',
  operator: 'operator@ukweli.example',
};

beforeAll(async () => {
  test = await createTestPlatform({ seeded: true, config: { simulation: 'off' } });
  for (const role of loginRoles) clients.set(role, await test.signIn(emailOf[role]));
  const { db } = test.platform;
  const payments = await db.selectFrom('rbf_payments').selectAll().where('tenant_id', '=', 'demo').execute();
  sums = new Set(payments.map(({ amount }) => Number(amount) / 100).filter((sum) => sum >= 1000));
  // Also as text, because a message may contain an amount.
  const portfolios = await db.selectFrom('portfolios').selectAll().where('tenant_id', '=', 'demo').execute();
  money = new Set(
    [
      // Formatted as in Recent Activity.
      ...payments.map(({ amount, currency }) => formatMoney(ofMinor(amount, currency))),
      ...portfolios.map((one) => formatMoneyInThousands(ofMinor(one.receivables_value, one.currency))),
      ...payments.map(({ transaction_id }) => transaction_id ?? ''),
      ...[...sums].flatMap((sum) => [sum.toLocaleString('en'), sum.toFixed(2)]),
    ].filter((text) => text.length > 5),
  );
  const accounts = await db.selectFrom('accounts').select(['name', 'email']).where('tenant_id', '=', 'demo').execute();
  persons = new Set(accounts.flatMap(({ name, email }) => [name, email]));
});
afterAll(() => test.close());

/** Paths of the members in an answer that contain such a text or amount, without list indexes. */
function places(value: unknown, is: (leaf: unknown) => boolean, at = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((one) => places(one, is, `${at}[]`));
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([name, one]) => [
      ...(is(name) ? [`${at}{}`] : []),
      ...places(one, is, at === '' ? name : `${at}.${name}`),
    ]);
  return is(value) ? [at] : [];
}
const has = (words: ReadonlySet<string>) => (leaf: unknown) => typeof leaf === 'string' && [...words].some((word) => leaf.includes(word));
const isMoney = (leaf: unknown): boolean => has(money)(leaf) || (typeof leaf === 'number' && sums.has(leaf));

/** Every read endpoint with ids filled in: lists, histories, polls and single items. */
async function reads(role: LoginRole): Promise<{ readonly id: string; readonly needs: Endpoint['needs']; readonly path: string }[]> {
  const known: Readonly<Record<string, readonly string[]>> = {
    '/api/poll/{topic}': allTopics.map((topic) => `/api/poll/${topic}`),
    '/api/series': seriesMetrics.map((metric) => `/api/series?metric=${metric}&window=24h`),
  };
  const client = clients.get(role);
  const list = async (path: string, member: string, key: string): Promise<string[]> => {
    const answer = await client?.get(path);
    if (answer === undefined || answer.status !== 200) return [];
    const rows = (answer.json() as Record<string, Record<string, unknown>[] | undefined>)[member] ?? [];
    return rows.slice(0, 3).map((row) => String(row[key]));
  };
  const ids: Readonly<Record<string, readonly string[]>> = {
    '/api/incidents/{incidentId}/timeline': await list('/api/incidents', 'incidents', 'incidentId'),
  };
  return Object.entries<Endpoint>(everyEndpoint).flatMap(([id, { method, path, needs, answer }]) => {
    if (method !== 'GET' || needs === 'public' || id === 'events' || answer === undefined) return [];
    const filled = known[path] ?? (ids[path] ?? ['x-1']).map((one) => path.replaceAll(/\{\w+\}/g, one));
    return filled.map((each) => ({ id, needs, path: each }));
  });
}

/** Paths found in the answers that each endpoint gives this role. */
async function told(role: LoginRole, is: (leaf: unknown) => boolean): Promise<Map<string, Set<string>>> {
  const found = new Map<string, Set<string>>();
  for (const { id, path } of await reads(role)) {
    const answer = await clients.get(role)?.get(path);
    if (answer === undefined || answer.status !== 200 || !String(answer.headers['content-type']).includes('json')) continue;
    for (const at of places(answer.json(), is)) found.set(id, (found.get(id) ?? new Set()).add(at));
  }
  return found;
}

const flat = (found: Map<string, Set<string>>) => Object.fromEntries([...found].map(([id, at]) => [id, [...at].sort()]));

/**
 * Members that may show a single payment's amount or transaction to a role without view:finance. The documents' total of pending payments
 * is allowed (view:rbf_summary); it equals the amount of the only pending payment.
 */
const moneyOf: Readonly<Partial<Record<LoginRole, Readonly<Record<string, readonly string[]>>>>> = {
  auditor: {},
  operator: { rbfSummary: ['totalPending'] },
};

/**
 * Members that name a person: readers of an incident or override see who acted on it; all other names, and addresses, are limited to the
 * record and to administrators.
 */
const acts = {
  me: ['email', 'name'],
  profile: ['email', 'name'],
  incidents: ['incidents[].acknowledgedBy', 'incidents[].timeline[].by'],
  aiOverrides: ['overrides[].approvedBy', 'overrides[].decidedBy', 'overrides[].requestedByName'],
};
const personsOf: Readonly<Record<LoginRole, Readonly<Record<string, readonly string[]>>>> = {
  admin: { ...acts, aiTrail: ['acts[].by'], audit: ['records[].actorName'], adminUsers: ['users[].email', 'users[].name'] },
  bank_ops: acts,
  auditor: { ...acts, aiTrail: ['acts[].by'], audit: ['records[].actorName'] },
  operator: acts,
};

describe('what a role is told, over every answer there is', { tags: ['G-18', 'A-27'] }, () => {
  it.each(loginRoles.filter((role) => !permissionsOf(role).has('view:finance')))(
    'of sums and transactions of single payments, %s: what is listed, and nothing by a side door',
    async (role) => {
      expect(flat(await told(role, isMoney))).toEqual(moneyOf[role]);
    },
  );

  it.each(loginRoles)('of persons, %s: who acted on what it sees, and no more', async (role) => {
    expect(flat(await told(role, has(persons)))).toEqual(personsOf[role]);
  });

  it('finds them where they are: whoever may see finance is told them', async () => {
    expect(Object.keys(flat(await told('bank_ops', isMoney)))).toEqual(expect.arrayContaining(['rbfPayments', 'activity']));
  });
});
