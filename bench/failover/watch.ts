import type { Instance } from './instance.ts';
import type { Span } from './latency.ts';

/** Responses of each instance's /readyz, as a load balancer sees them. */
export interface Watch {
  /** Each change: the status (0: no response within a second) and the message. */
  readonly changes: readonly { readonly at: number; readonly instance: string; readonly status: number; readonly words: string }[];
  stop(): void;
}

const askEveryMs = 500;
const answerWithinMs = 1000;

/** Asks each instance every 500 ms until `stop`. The first answer of an instance counts as a change. */
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

/** Number of log lines per event in a span: levels warn and error, and info events that report a recovery. */
export function loggedIn({ lines }: Pick<Instance, 'lines'>, { from, to }: Span): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { at, line } of lines) {
    if (at < from || at >= to || !line.startsWith('{')) continue;
    const { event, level } = JSON.parse(line) as { readonly event: string; readonly level: string }; // the platform's own format (server/log.ts)
    if (level === 'info' && !/back|agrees|answered/.test(event)) continue;
    counts[event] = (counts[event] ?? 0) + 1;
  }
  return counts;
}

/** Number of nginx error log lines in a span, by message. Its log has times to the second, in this machine's time zone. */
export function nginxLoggedIn(log: string, { from, to }: Span): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const [, day, time, words = ''] of log.matchAll(/^(\S+) (\S+) \[(?:error|crit|alert)\] \S+ \*?\d* ?(.*?)(?:, client: .*)?$/gm)) {
    const at = new Date(`${day?.replaceAll('/', '-')}T${time}`).getTime();
    if (at >= Math.floor(from / 1000) * 1000 && at < to) counts[words] = (counts[words] ?? 0) + 1;
  }
  return counts;
}

/** Metrics that docs/DEPLOY.md tells operators to watch. */
const watched =
  /^(ukweli_(?:listener_connected|clock_ahead_seconds|clock_set_total|times_held_total|db_callers_waiting|db_writers_waiting)\S*) (\S+)$/gm;

/** Current values of these metrics for each instance; empty if it does not respond within a second. */
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
