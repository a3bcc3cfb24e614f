import type { Instance } from './instance.ts';
import type { Span } from './latency.ts';

/** What /readyz of each instance says, as an operator's balancer hears it. */
export interface Watch {
  /** Each change: the status (0: no answer within a second) and its words. */
  readonly changes: readonly { readonly at: number; readonly instance: string; readonly status: number; readonly words: string }[];
  stop(): void;
}

const askEveryMs = 500;
const answerWithinMs = 1000;

export function startWatch(instances: readonly Instance[]): Watch {
  const changes: { at: number; instance: string; status: number; words: string }[] = [];
  const timers = instances.map(({ name, port }) => {
    let last: number | null = null;
    return setInterval(() => {
      const at = Date.now();
      void readiness(port).then(({ status, words }) => {
        if (status !== last) changes.push({ at, instance: name, status, words });
        last = status;
      });
    }, askEveryMs);
  });
  return { changes, stop: () => timers.forEach((timer) => clearInterval(timer)) };
}

async function readiness(port: number): Promise<{ readonly status: number; readonly words: string }> {
  try {
    const answer = await fetch(`http://127.0.0.1:${port}/readyz`, { signal: AbortSignal.timeout(answerWithinMs) });
    const told = (await answer.json()) as { readonly error?: { readonly message: string } }; // our own instance's
    return { status: answer.status, words: told.error?.message ?? '' };
  } catch {
    return { status: 0, words: '' };
  }
}

/** How often an instance logged each event at level warn or error, or one that says that something is back, in a span. */
export function loggedIn({ lines }: Pick<Instance, 'lines'>, { from, to }: Span): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { at, line } of lines) {
    if (at < from || at >= to || !line.startsWith('{')) continue;
    const { event, level } = JSON.parse(line) as { readonly event: string; readonly level: string }; // the platform's own form (server/log.ts)
    if (level === 'info' && !/back|agrees|answered/.test(event)) continue;
    counts[event] = (counts[event] ?? 0) + 1;
  }
  return counts;
}

/** What nginx logged as an error in a span, by its words: numbers of lines. Its log tells the time to the second, of this machine's zone. */
export function nginxLoggedIn(log: string, { from, to }: Span): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const [, day, time, words = ''] of log.matchAll(/^(\S+) (\S+) \[(?:error|crit|alert)\] \S+ \*?\d* ?(.*?)(?:, client: .*)?$/gm)) {
    const at = new Date(`${day?.replaceAll('/', '-')}T${time}`).getTime();
    if (at >= Math.floor(from / 1000) * 1000 && at < to) counts[words] = (counts[words] ?? 0) + 1;
  }
  return counts;
}

/** Figures that docs/DEPLOY.md has an operator watch. */
const watched =
  /^(ukweli_(?:listener_connected|clock_ahead_seconds|clock_set_total|times_held_total|db_callers_waiting|db_writers_waiting)\S*) (\S+)$/gm;

/** What each instance counts of itself says of them now; empty where it does not answer within a second. */
export async function readFigures(instances: readonly Instance[]): Promise<Readonly<Record<string, Readonly<Record<string, string>>>>> {
  const read = async ({ name, metricsUrl }: Instance) => {
    const text = await fetch(metricsUrl, { signal: AbortSignal.timeout(answerWithinMs) }).then(
      (answer) => answer.text(),
      () => '',
    );
    return [name, Object.fromEntries([...text.matchAll(watched)].map(([, figure = '', value = '']) => [figure, value]))] as const;
  };
  return Object.fromEntries(await Promise.all(instances.map(read)));
}
