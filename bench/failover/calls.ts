import { Agent, request } from 'node:https';
import { headers } from '../../src/contracts/endpoints.ts';
import { demoAccounts } from '../../server/identity/demo/demoAccounts.ts';
import type { Sent } from '../../src/domain/api/client.ts';
import type { ApiRequest } from '../../src/domain/api/request.ts';
import { type Nginx, siteName, siteOrigin } from '../../tests/deploy/nginx.ts';

/** How a call ended for the client: the status, or why there was none. `nginx 503` comes from nginx itself, if no instance responds. */
export interface CallEnd {
  /** When it was sent, epoch milliseconds. */
  readonly at: number;
  readonly tookMs: number;
  readonly end: string;
  readonly kind: 'command' | 'try' | 'read';
}

/** A signed-in client of the bench: one session, with keep-alive connections. */
export interface Person {
  readonly accountId: string;
  readonly email: string;
  readonly name: string;
  readonly tenantId: string;
  /** `name=value`. */
  readonly cookie: string;
  /** Sends a call as the console does (src/workers/hub/browserDeps.ts). */
  send(call: ApiRequest, signal: AbortSignal | null): Promise<Sent>;
  /** How its calls ended, in order of their ends. */
  readonly ends: readonly CallEnd[];
  /** The platform's newest word to this person (D-56); null before the first. */
  word(): string | null;
  close(): void;
}

/**
 * Signs a demo account in through nginx.
 * @param password as printed by the first instance: behind nginx the published password is refused (G-7)
 */
export async function signIn(nginx: Nginx, email: string, password: string): Promise<Person> {
  const account = demoAccounts.find((one) => one.email === email);
  if (account === undefined) throw new Error(`${email} is no demo account`);
  const answer = await nginx.change('/api/auth/login', JSON.stringify({ email, password }));
  const cookie = [answer.headers['set-cookie'] ?? []]
    .flat()
    .find((line) => line.includes('_session='))
    ?.split(';')[0];
  if (answer.status !== 200 || cookie === undefined) throw new Error(`${email} cannot sign in: ${answer.status} ${answer.body}`);
  const agent = new Agent({ keepAlive: true });
  const ends: CallEnd[] = [];
  let word: string | null = null;
  const send = (call: ApiRequest, signal: AbortSignal | null): Promise<Sent> =>
    new Promise((resolve) => {
      const [at, began] = [Date.now(), performance.now()];
      const kind = call.method !== 'GET' ? 'command' : call.firstByteMs === undefined ? 'read' : 'try';
      let timedOut = false;
      let over = false;
      const settle = (sent: Sent, end: string): void => {
        if (over) return;
        over = true;
        for (const timer of [whole, firstByte]) clearTimeout(timer);
        signal?.removeEventListener('abort', cancel);
        ends.push({ at, tookMs: performance.now() - began, end, kind });
        resolve(sent);
      };
      const fail = (): void => {
        const code = signal?.aborted === true ? 'cancelled' : timedOut ? 'timeout' : 'network';
        settle({ kind: 'failed', code }, code);
      };
      const giveUp = (): void => {
        timedOut = true;
        wire.destroy();
        fail();
      };
      const wire = request(
        {
          ...nginx.trusted,
          agent,
          path: call.url,
          method: call.method,
          headers: { ...call.headers, host: siteName, origin: siteOrigin, cookie },
        },
        (raw) => {
          clearTimeout(firstByte);
          const rttMs = performance.now() - began;
          const chunks: Buffer[] = [];
          raw.on('data', (chunk: Buffer) => chunks.push(chunk));
          raw.on('error', fail);
          raw.on('end', () => {
            const text = Buffer.concat(chunks).toString();
            const header = (name: string): string | null => {
              const value = raw.headers[name.toLowerCase()];
              return Array.isArray(value) ? value.join(', ') : (value ?? null);
            };
            word = header(headers.platformWord) ?? word;
            const status = raw.statusCode ?? 0;
            const statusText = raw.statusMessage ?? '';
            const end = status === 503 && text.includes('cannot be reached right now') ? 'nginx 503' : String(status);
            settle({ kind: 'answer', rttMs, receivedAt: Date.now(), raw: { status, statusText, header, text } }, end);
          });
        },
      );
      const whole = setTimeout(giveUp, call.timeLimitMs);
      const firstByte = call.firstByteMs === undefined ? undefined : setTimeout(giveUp, call.firstByteMs);
      wire.on('error', fail);
      wire.on('close', fail); // no effect after the end of a response
      const cancel = (): void => {
        wire.destroy();
        fail();
      };
      signal?.addEventListener('abort', cancel);
      wire.end(call.body ?? undefined);
    });
  return { ...account, cookie, send, ends, word: () => word, close: () => agent.destroy() };
}
