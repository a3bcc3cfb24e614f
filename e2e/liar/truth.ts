import { endpoints, headers } from '../../src/contracts/endpoints.ts';
import { demoPassword, people } from '../support/people.ts';
import type { Page } from '@playwright/test';
import type { Incident } from '../../src/contracts/incident.ts';
import { chainHolds, decisionsOn, liveDelayMs, missedOn, recordHolds, signedHolds, type Versioned, versioned } from './device.ts';
import { deviceFacts, type DeviceFact, type Fact, type Facts } from './facts.ts';
import { judges, silence } from './judges.ts';

/** What was so at a time, as the platform itself said. Epoch milliseconds of this machine, whose clock is the platform's. */
interface Known {
  readonly at: number;
  readonly facts: Facts;
}

/** The platform asked around the link that faults play on, as an administrator of the same tenant. */
export interface Truth {
  /** Asks for these facts now, of the platform and of what lies on this page's device, and keeps them. `live`: whose rows are to be compared. */
  ask(facts: readonly Fact[], page: Page, live: readonly Versioned[]): Promise<void>;
  /** Tells what this story itself does to the link. */
  link(open: boolean): void;
  linkOpen(): boolean;
  /** Tells whether there is a platform to be asked: while there is none, what it said last stands. */
  up(is: boolean): void;
  isUp(): boolean;
  /**
   * Whether a *yes* about this is so, by what was heard last; null where nobody can say. A kind that is told as of a moment (`asOf`) is so where it was at any time since that
   * moment, less what the news takes.
   */
  verdict(kind: string, about: string, at: number | null): boolean | null;
  /** What exactly is amiss, where that can be told: the one of which it was told `before`, for as long as that is missed. As long as it is the same, the same is doubted. */
  amiss(kind: string, about: string, before?: string): string;
  /** For how long a *yes* of this kind may be doubted, milliseconds: behind a link that is gone nothing is heard, which takes its own time to be noticed. */
  patience(kind: string, about: string): number;
  /** What is known of it, for whoever reads a failure. */
  told(kind: string, about: string): string;
  send(method: 'POST' | 'PUT' | 'PATCH', path: string, body: object, as?: 'admin' | 'bank'): Promise<number>;
  get(path: string): Promise<Readonly<Record<string, unknown>>>;
}

/** @param direct the platform's own origin; @param origin the one that browsers know it by */
export async function createTruth(direct: () => string, origin: string): Promise<Truth> {
  const history: Known[] = [];
  let linkOpen = true;
  let isUp = true;
  /** Since when each row of a resource is missed on the device, `key@version` in the order in which it was seen. */
  const missed = new Map<Versioned, readonly string[]>();
  const call = async (method: string, path: string, body?: object, cookie = ''): Promise<Response> =>
    fetch(`${direct()}${path}`, {
      method,
      headers: {
        origin,
        cookie,
        [headers.correlation]: crypto.randomUUID(),
        [headers.idempotency]: crypto.randomUUID(),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  const enter = async (email: string): Promise<string> => {
    const entered = await call('POST', '/api/auth/login', { email, password: demoPassword });
    return entered.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; ');
  };
  const cookies = { admin: await enter(people.admin), bank: await enter(people.bank) };
  const get = async (path: string): Promise<Readonly<Record<string, unknown>>> => {
    const answer = await call('GET', path, undefined, cookies.admin);
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as Readonly<Record<string, unknown>>; /* every call here answers an object */
  };
  const readers: Readonly<Record<Exclude<Fact, DeviceFact>, () => Promise<unknown>>> = {
    kpis: () => get(endpoints.kpis.path),
    pipeline: async () => (await get(endpoints.pipeline.path))['stages'],
    health: async () => (await get(endpoints.health.path))['components'],
    letters: async () => (await get(endpoints.dlq.path))['items'],
    verifications: async () => (await get(`${endpoints.verifications.path}?limit=200`))['verifications'],
    packs: async () => (await get(endpoints.evidence.path))['packs'],
    payments: async () => (await get(endpoints.rbfPayments.path))['payments'],
    month: () => get(endpoints.rbfSummary.path),
    portfolios: async () => (await get(endpoints.refinancePortfolios.path))['portfolios'],
    // With their whole time lines: what was noted long ago stands there all the same.
    incidents: async () => {
      const listed = (await get('/api/incidents'))['incidents'] as readonly Incident[]; // as the table of calls has it
      const whole = async (id: string) => (await get(`/api/incidents/${id}/timeline?limit=200`))['entries'];
      return Promise.all(
        listed.map(async (one) => ((one.timeline?.[0]?.place ?? 1) > 1 ? { ...one, timeline: await whole(one.id) } : one)),
      );
    },
    agents: async () => (await get('/api/ai/agents'))['agents'],
    schools: async () => (await get(endpoints.schools.path))['schools'],
    overrides: async () => (await get('/api/ai/overrides'))['overrides'],
    accounts: async () => (await get('/api/v1/admin/users'))['users'],
    halted: async () => (await get('/api/system/kill-switch'))['active'],
    linkOpen: () => Promise.resolve(linkOpen),
  };
  /** The platform first: what it says then, the device may have by now. */
  const behind = async (page: Page, live: readonly Versioned[]): Promise<NonNullable<Facts['behind']>> => {
    const answers = await Promise.all(live.map((resource) => get(endpoints[resource as 'kpis'].path)));
    for (const [place, resource] of live.entries()) {
      const now = await missedOn(page, resource, answers[place]);
      const before = missed.get(resource) ?? [];
      missed.set(resource, [...before.filter((row) => now.includes(row)), ...now.filter((row) => !before.includes(row))]);
    }
    return Object.fromEntries(live.map((resource) => [resource, missed.get(resource) ?? []]));
  };
  const onDevice: Readonly<Record<DeviceFact, (page: Page, live: readonly Versioned[]) => Promise<unknown>>> = {
    behind,
    signed: async (page) => signedHolds(page, (await get(endpoints.jwks.path))['keys'] as readonly unknown[]) /* as the set names them */,
    chain: chainHolds,
    record: recordHolds,
    decisions: decisionsOn,
  };
  const isOnDevice = (fact: Fact): fact is DeviceFact => deviceFacts.some((name) => name === fact);
  const read = (fact: Fact, page: Page, live: readonly Versioned[]): Promise<unknown> =>
    isOnDevice(fact) ? onDevice[fact](page, live) : readers[fact]();
  return {
    get,
    async ask(wanted, page, live) {
      const asked = isUp ? [...new Set(wanted)] : [];
      const facts = Object.fromEntries(await Promise.all(asked.map(async (fact) => [fact, await read(fact, page, live)] as const)));
      history.push({ at: Date.now(), facts: { ...facts, linkOpen } });
      if (history.length > 400) history.splice(0, 100);
    },
    link(open) {
      linkOpen = open;
      history.push({ at: Date.now(), facts: { linkOpen: open } });
    },
    linkOpen: () => linkOpen,
    up(is) {
      isUp = is;
    },
    isUp: () => isUp,
    amiss(kind, about, before = '') {
      if (kind !== 'live') return '';
      const now = missed.get(about as Versioned) ?? []; // its resource, or none of ours
      return now.includes(before) ? before : (now[0] ?? '');
    },
    verdict(kind, about, at) {
      const judge = judges[kind];
      if (judge === undefined) return null;
      const verdicts = history
        .map(({ at: when, facts }) => ({ when, so: judge.so(about, facts) }))
        .filter((one): one is { readonly when: number; readonly so: boolean } => one.so !== null);
      const newest = verdicts.at(-1);
      const last = newest?.so ?? null;
      // Decided here, done there and told here between the last question and the end of the platform: nobody can deny it until it answers again.
      if (last === false && !isUp && judge.own === true) return null;
      if (last !== false || judge.asOf !== true || at === null) return last;
      // Told by the platform after it was asked here for the last time: nobody can deny it until it answers again.
      if (newest !== undefined && newest.when < at) return null;
      const since = at - judge.delayMs;
      // What held when the window began goes on holding until something else was seen.
      return verdicts.findLast(({ when }) => when <= since)?.so === true || verdicts.some(({ when, so }) => when > since && so);
    },
    patience(kind, about) {
      const { delayMs = 0, own = false } = judges[kind] ?? {};
      const mine = kind === 'live' && about in versioned ? liveDelayMs(about as Versioned) : delayMs; /* it is in the table */
      return linkOpen || own ? mine : Math.max(mine, silence);
    },
    told(kind, about) {
      const judge = judges[kind];
      return history
        .slice(-6)
        .map(({ at, facts }) => `${new Date(at).toISOString().slice(11, 23)} ${String(judge?.so(about, facts))}`)
        .join(', ');
    },
    async send(method, path, body, as = 'admin') {
      const first = await call(method, path, body, cookies[as]);
      if (first.status !== 403) return first.status;
      // What lets somebody in, or lets all go on, asks again who it is (G-25); the session's token is another then.
      const proved = await call('POST', '/api/auth/proof', { by: 'password', password: demoPassword }, cookies[as]);
      const [given] = proved.headers.getSetCookie();
      if (given !== undefined) cookies[as] = given.split(';')[0] ?? cookies[as];
      return (await call(method, path, body, cookies[as])).status;
    },
  };
}
