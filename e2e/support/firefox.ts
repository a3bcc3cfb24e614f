import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import WebSocket from 'ws';
import type { RemoteBrowser } from './remoteBrowser.ts';

/** No network traffic of Firefox itself, and no first-run pages. */
const preferences = `user_pref('browser.shell.checkDefaultBrowser', false);
user_pref('browser.aboutwelcome.enabled', false);
user_pref('datareporting.policy.dataSubmissionEnabled', false);
user_pref('toolkit.telemetry.enabled', false);
user_pref('app.update.enabled', false);
user_pref('app.normandy.enabled', false);
user_pref('browser.safebrowsing.malware.enabled', false);
user_pref('browser.safebrowsing.phishing.enabled', false);
user_pref('browser.search.update', false);
user_pref('extensions.update.enabled', false);
user_pref('extensions.getAddons.cache.enabled', false);
user_pref('network.captive-portal-service.enabled', false);
user_pref('network.connectivity-service.enabled', false);
user_pref('services.settings.server', 'http://127.0.0.1:9/');
`;

/** Time limit for each command to Firefox, milliseconds; a timeout names the command. */
const answerLimitMs = 120_000;

/** A WebDriver BiDi connection to a running Firefox. */
interface Link {
  send(method: string, params: object): Promise<unknown>;
  end(): void;
}

async function connect(address: string): Promise<Link> {
  const socket = new WebSocket(`${address}/session`);
  await once(socket, 'open');
  const waiting = new Map<number, { readonly resolve: (result: unknown) => void; readonly reject: (why: Error) => void }>();
  socket.on('message', (data) => {
    const answer = JSON.parse(String(data)) as {
      readonly id?: number;
      readonly type: string;
      readonly result?: unknown;
      readonly message?: string;
    }; // the protocol's form
    if (answer.id === undefined) return;
    const waits = waiting.get(answer.id);
    waiting.delete(answer.id);
    if (answer.type === 'error') waits?.reject(new Error(answer.message));
    else waits?.resolve(answer.result);
  });
  socket.on('close', () => {
    for (const { reject } of waiting.values()) reject(new Error('Firefox is gone'));
  });
  let id = 0;
  return {
    send: (method, params) =>
      new Promise((resolve, reject) => {
        id += 1;
        const asked = id;
        const late = setTimeout(() => {
          waiting.delete(asked);
          reject(new Error(`Firefox did not answer ${method} ${JSON.stringify(params)}`));
        }, answerLimitMs);
        waiting.set(asked, {
          resolve: (result) => {
            clearTimeout(late);
            resolve(result);
          },
          reject: (why) => {
            clearTimeout(late);
            reject(why);
          },
        });
        socket.send(JSON.stringify({ id: asked, method, params }));
      }),
    end: () => socket.terminate(),
  };
}

/** Time limit for Firefox to exit by itself, milliseconds. */
const endLimitMs = 15_000;

/** Starts Firefox on a profile and waits until it prints its address. */
async function start(
  program: string,
  profile: string,
): Promise<{ readonly child: ChildProcess; readonly link: Link; readonly context: string }> {
  const child = spawn(program, ['--headless', '--no-remote', '--remote-debugging-port', '0', '--profile', profile], {
    env: { ...process.env, MOZ_HEADLESS_WIDTH: '1440', MOZ_HEADLESS_HEIGHT: '900' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  // Kill the browser with the runner, which would otherwise leave a hung one behind.
  const end = (): void => void child.kill('SIGKILL');
  process.once('exit', end);
  child.once('exit', () => process.off('exit', end));
  let said = '';
  const address = await new Promise<string>((resolve, reject) => {
    child.stderr.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      const found = /WebDriver BiDi listening on (ws:\/\/\S+)/.exec(said)?.[1];
      if (found !== undefined) resolve(found);
    });
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`Firefox ended with ${code}: ${said}`)));
  });
  const link = await connect(address);
  await link.send('session.new', { capabilities: {} });
  const { contexts } = (await link.send('browsingContext.getTree', {})) as { readonly contexts: readonly { readonly context: string }[] }; // Defined by the protocol.
  const context = contexts[0]?.context;
  if (context === undefined) throw new Error('Firefox has no page');
  await link.send('browsingContext.setViewport', { context, viewport: { width: 1440, height: 900 } });
  return { child, link, context };
}

/** Firefox on its own profile, which is kept across restarts. */
export async function openFirefox(program: string): Promise<RemoteBrowser> {
  const profile = mkdtempSync(join(tmpdir(), 'ukweli-firefox-'));
  writeFileSync(join(profile, 'user.js'), preferences);
  let running = await start(program, profile);
  const end = async (): Promise<void> => {
    const gone = once(running.child, 'exit');
    // Kill it if it does not exit in time.
    const late = setTimeout(() => running.child.kill('SIGKILL'), endLimitMs);
    await running.link.send('browser.close', {}).catch(() => undefined); // It may exit before it answers.
    running.link.end();
    await gone;
    clearTimeout(late);
  };
  return {
    name: 'Firefox',
    async goto(url) {
      await running.link.send('browsingContext.navigate', { context: running.context, url, wait: 'complete' });
    },
    async evaluate(expression) {
      const { result, exceptionDetails } = (await running.link.send('script.evaluate', {
        expression: `(async () => JSON.stringify((await (${expression})) ?? null))()`,
        target: { context: running.context },
        awaitPromise: true,
      })) as { readonly result?: { readonly value: string }; readonly exceptionDetails?: { readonly text: string } }; // Defined by the protocol.
      if (result === undefined) throw new Error(exceptionDetails?.text ?? 'the page gave no answer');
      return JSON.parse(result.value);
    },
    async perform(actions) {
      await running.link.send('input.performActions', { context: running.context, actions });
    },
    async restart() {
      await end();
      running = await start(program, profile);
    },
    async close() {
      await end();
      rmSync(profile, { recursive: true, force: true, maxRetries: 20 });
    },
  };
}
