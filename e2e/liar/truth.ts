import { endpoints, headers } from '../../src/contracts/endpoints.ts';
import { demoPassword, people } from '../support/people.ts';
import { type Fact, type Facts, judges } from './judges.ts';

/** What was so at a time, as the platform itself said. Epoch milliseconds of this machine, whose clock is the platform's. */
interface Known {
  readonly at: number;
  readonly facts: Facts;
}

/** The platform asked around the link that faults play on, as an administrator of the same tenant. */
export interface Truth {
  /** Asks for these facts now, and keeps them. */
  ask(facts: readonly Fact[]): Promise<void>;
  /** Tells what this story itself does to the link. */
  link(open: boolean): void;
  /**
   * Whether a *yes* about this may stand: it is so, was so within its delay, or nobody can say. `at`: up to when it says that it is known.
   */
  allows(kind: string, about: string, at: number | null): boolean;
  /** Whether it is not so now, though it may still be said for a while: whoever looks looks again. One that says up to when it is known, before that ceased to be so, tells the past. */
  ceased(kind: string, about: string, at: number | null): boolean;
  /** What is known of it, for whoever reads a failure. */
  told(kind: string, about: string): string;
  send(method: 'POST' | 'PUT' | 'PATCH', path: string, body: object): Promise<number>;
  get(path: string): Promise<unknown>;
}

/** @param direct the platform's own origin; @param origin the one that browsers know it by */
export async function createTruth(direct: () => string, origin: string): Promise<Truth> {
  const history: Known[] = [];
  let linkOpen = true;
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
  const entered = await call('POST', '/api/auth/login', { email: people.admin, password: demoPassword });
  const cookie = entered.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
  const get = async (path: string): Promise<Readonly<Record<string, unknown>>> => {
    const answer = await call('GET', path, undefined, cookie);
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as Readonly<Record<string, unknown>>; /* every call here answers an object */
  };
  const readers: Readonly<Record<Fact, () => Promise<unknown>>> = {
    kpis: () => get(endpoints.kpis.path),
    pipeline: async () => (await get(endpoints.pipeline.path))['stages'],
    health: async () => (await get(endpoints.health.path))['components'],
    letters: async () => (await get(endpoints.dlq.path))['items'],
    verifications: async () => (await get(`${endpoints.verifications.path}?limit=200`))['verifications'],
    packs: async () => (await get(endpoints.evidence.path))['packs'],
    payments: async () => (await get(endpoints.rbfPayments.path))['payments'],
    month: () => get(endpoints.rbfSummary.path),
    portfolios: async () => (await get(endpoints.refinancePortfolios.path))['portfolios'],
    incidents: async () => (await get('/api/incidents'))['incidents'],
    agents: async () => (await get('/api/ai/agents'))['agents'],
    schools: async () => (await get(endpoints.schools.path))['schools'],
    halted: async () => (await get('/api/system/kill-switch'))['active'],
    linkOpen: () => Promise.resolve(linkOpen),
  };
  return {
    get,
    async ask(wanted) {
      const facts = Object.fromEntries(await Promise.all([...new Set(wanted)].map(async (fact) => [fact, await readers[fact]()] as const)));
      history.push({ at: Date.now(), facts: { ...facts, linkOpen } });
      if (history.length > 400) history.splice(0, 100);
    },
    link(open) {
      linkOpen = open;
      history.push({ at: Date.now(), facts: { linkOpen: open } });
    },
    allows(kind, about, at) {
      const judge = judges[kind];
      if (judge === undefined) return true;
      const since = Math.min(at ?? Infinity, Date.now()) - judge.delayMs;
      const verdicts = history
        .map(({ at: when, facts }) => ({ when, so: judge.so(about, facts) }))
        .filter((one): one is { readonly when: number; readonly so: boolean } => one.so !== null);
      // What held when the window began goes on holding until something else was seen.
      const before = verdicts.findLast(({ when }) => when <= since);
      const within = verdicts.filter(({ when }) => when > since);
      const all = before === undefined ? within : [before, ...within];
      return all.length === 0 || all.some(({ so }) => so);
    },
    ceased(kind, about, at) {
      const judge = judges[kind];
      if (judge === undefined) return false;
      const verdicts = history.map(({ at: when, facts }) => ({ when, so: judge.so(about, facts) })).filter(({ so }) => so !== null);
      if (verdicts.at(-1)?.so !== false) return false;
      const lastSo = verdicts.findLastIndex(({ so }) => so === true);
      const since = verdicts[lastSo + 1]?.when ?? 0;
      return at === null || at > since;
    },
    told(kind, about) {
      const judge = judges[kind];
      return history
        .slice(-6)
        .map(({ at, facts }) => `${new Date(at).toISOString().slice(11, 23)} ${String(judge?.so(about, facts))}`)
        .join(', ');
    },
    send: async (method, path, body) => (await call(method, path, body, cookie)).status,
  };
}
