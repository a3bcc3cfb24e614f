import { endpoints, headers } from '../../src/contracts/endpoints.ts';
import { demoPassword, people } from '../support/people.ts';
import { type Fact, type Facts, judges, silence } from './judges.ts';

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
   * Whether a *yes* about this is so, by what was heard last; null where nobody can say. A kind that is told as of a moment (`asOf`) is so where it was at any time since that
   * moment, less what the news takes.
   */
  verdict(kind: string, about: string, at: number | null): boolean | null;
  /** For how long a *yes* of this kind may be doubted, milliseconds: behind a link that is gone nothing is heard, which takes its own time to be noticed. */
  patience(kind: string): number;
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
    verdict(kind, about, at) {
      const judge = judges[kind];
      if (judge === undefined) return null;
      const verdicts = history
        .map(({ at: when, facts }) => ({ when, so: judge.so(about, facts) }))
        .filter((one): one is { readonly when: number; readonly so: boolean } => one.so !== null);
      const last = verdicts.at(-1)?.so ?? null;
      if (last !== false || judge.asOf !== true || at === null) return last;
      const since = at - judge.delayMs;
      // What held when the window began goes on holding until something else was seen.
      return verdicts.findLast(({ when }) => when <= since)?.so === true || verdicts.some(({ when, so }) => when > since && so);
    },
    patience: (kind) => Math.max(judges[kind]?.delayMs ?? 0, linkOpen ? 0 : silence),
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
