import { endpoints, headers } from '../../src/contracts/endpoints.ts';
import { demoPassword, people } from '../support/people.ts';
import type { Page } from '@playwright/test';
import type { Incident } from '../../src/contracts/incident.ts';
import { chainHolds, decisionsOn, liveDelayMs, missedOn, recordHolds, signedHolds, type Versioned, versioned } from './device.ts';
import { deviceFacts, type DeviceFact, type Fact, type Facts } from './facts.ts';
import { judges, silence } from './judges.ts';

/** Facts as of a time, from the platform itself. Epoch milliseconds of this machine, whose clock the platform shares. */
interface Known {
  readonly at: number;
  readonly facts: Facts;
}

/** Asks the platform directly, bypassing the faulty link, as an administrator of the same tenant. */
export interface Truth {
  /** Reads these facts now, from the platform and from this page's device, and stores them. `live`: resources whose rows to compare. */
  ask(facts: readonly Fact[], page: Page, live: readonly Versioned[]): Promise<void>;
  /** Tells the oracle what the test does to the link. */
  link(open: boolean): void;
  linkOpen(): boolean;
  /** Tells the oracle whether the platform runs: while it is down its last answers stand. */
  up(is: boolean): void;
  isUp(): boolean;
  /**
   * Whether a *yes* about this is true by the last known facts; null if unknown. A kind with `asOf` is true if it held at any time since
   * that moment, minus the allowed delay.
   */
  verdict(kind: string, about: string, at: number | null): boolean | null;
  /**
   * What exactly is wrong, if known: the row reported `before` as long as it is still missing. An unchanged answer means the same doubt.
   */
  amiss(kind: string, about: string, before?: string): string;
  /** How long a *yes* of this kind may be doubted, milliseconds; behind a dead link nothing arrives until its silence is noticed. */
  patience(kind: string, about: string): number;
  /** The known facts, for failure messages. */
  told(kind: string, about: string): string;
  send(method: 'POST' | 'PUT' | 'PATCH', path: string, body: object, as?: 'admin' | 'bank'): Promise<number>;
  get(path: string): Promise<Readonly<Record<string, unknown>>>;
}

/** @param direct the platform's own origin; @param origin the origin that browsers use */
export async function createTruth(direct: () => string, origin: string): Promise<Truth> {
  const history: Known[] = [];
  let linkOpen = true;
  let isUp = true;
  /** Rows of a resource missing on the device, `key@version`, in the order in which they were first seen missing. */
  const missed = new Map<Versioned, readonly string[]>();
  const { get, send } = await signInDirectly(direct, origin);
  const readers = createReaders(get, () => linkOpen);
  /** Ask the platform first: the device may have its answer by the time it is read. */
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
    signed: async (page) => signedHolds(page, (await get(endpoints.jwks.path))['keys'] as readonly unknown[]) /* The JWKS's own entries. */,
    chain: chainHolds,
    record: recordHolds,
    decisions: decisionsOn,
  };
  const isOnDevice = (fact: Fact): fact is DeviceFact => deviceFacts.some((name) => name === fact);
  const read = (fact: Fact, page: Page, live: readonly Versioned[]): Promise<unknown> =>
    isOnDevice(fact) ? onDevice[fact](page, live) : readers[fact]();
  return {
    get,
    send,
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
      const now = missed.get(about as Versioned) ?? []; // A resource key; otherwise nothing is found.
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
      // The command may have been done between the last question and the platform's stop: it cannot be refuted until the platform answers
      // again.
      if (last === false && !isUp && judge.own === true) return null;
      if (last !== false || judge.asOf !== true || at === null) return last;
      // The claim is newer than the last question: it cannot be refuted until the platform answers again.
      if (newest !== undefined && newest.when < at) return null;
      const since = at - judge.delayMs;
      // What held at the beginning of the window holds until something else is seen.
      return verdicts.findLast(({ when }) => when <= since)?.so === true || verdicts.some(({ when, so }) => when > since && so);
    },
    patience(kind, about) {
      const { delayMs = 0, own = false } = judges[kind] ?? {};
      const mine = kind === 'live' && about in versioned ? liveDelayMs(about as Versioned) : delayMs; /* Checked on the left. */
      return linkOpen || own ? mine : Math.max(mine, silence);
    },
    told(kind, about) {
      const judge = judges[kind];
      return history
        .slice(-6)
        .map(({ at, facts }) => `${new Date(at).toISOString().slice(11, 23)} ${String(judge?.so(about, facts))}`)
        .join(', ');
    },
  };
}

/** Sessions of an administrator and of a bank's officer at the platform itself, and calls in their names. */
async function signInDirectly(direct: () => string, origin: string): Promise<Pick<Truth, 'get' | 'send'>> {
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
    return (await answer.json()) as Readonly<Record<string, unknown>>; /* Every call used here answers an object. */
  };
  const send: Truth['send'] = async (method, path, body, as = 'admin') => {
    const first = await call(method, path, body, cookies[as]);
    if (first.status !== 403) return first.status;
    // Acts that grant access or resume processing need re-authentication (G-25), which replaces the session's token.
    const proved = await call('POST', '/api/auth/proof', { by: 'password', password: demoPassword }, cookies[as]);
    const [given] = proved.headers.getSetCookie();
    if (given !== undefined) cookies[as] = given.split(';')[0] ?? cookies[as];
    return (await call(method, path, body, cookies[as])).status;
  };
  return { get, send };
}

/** How the platform is asked for each fact. */
function createReaders(get: Truth['get'], linkOpen: () => boolean): Readonly<Record<Exclude<Fact, DeviceFact>, () => Promise<unknown>>> {
  return {
    kpis: () => get(endpoints.kpis.path),
    pipeline: async () => (await get(endpoints.pipeline.path))['stages'],
    health: async () => (await get(endpoints.health.path))['components'],
    letters: async () => (await get(endpoints.dlq.path))['items'],
    verifications: async () => (await get(`${endpoints.verifications.path}?limit=200`))['verifications'],
    packs: async () => (await get(endpoints.evidence.path))['packs'],
    payments: async () => (await get(endpoints.rbfPayments.path))['payments'],
    month: () => get(endpoints.rbfSummary.path),
    portfolios: async () => (await get(endpoints.refinancePortfolios.path))['portfolios'],
    // With complete timelines, which include old notes.
    incidents: async () => {
      const listed = (await get('/api/incidents'))['incidents'] as readonly Incident[]; // The contract's shape.
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
    linkOpen: () => Promise.resolve(linkOpen()),
  };
}
