import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { freePort } from '../../server/testing/process.ts';
import type { RemoteBrowser } from './remoteBrowser.ts';

/** The programs of WebKitGTK on this machine: its driver, its MiniBrowser, and a virtual display. */
export interface WebKitPrograms {
  readonly driver: string;
  readonly browser: string;
  readonly screen: string;
}

/** WebKit in its MiniBrowser, driven by WebDriver. Its automation stores nothing on disk: `restart` closes the page and opens another. */
export async function openWebKit({ driver, browser, screen }: WebKitPrograms): Promise<RemoteBrowser> {
  // The display writes its number to file descriptor 3 once it is ready.
  const display = spawn(screen, ['-displayfd', '3', '-screen', '0', '1440x1000x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const told = display.stdio[3];
  if (!told || !('on' in told)) throw new Error('the screen has no way to tell its number');
  const [number] = await once(told, 'data');
  const port = await freePort();
  const service = spawn(driver, [`--port=${port}`, '--host=127.0.0.1'], {
    env: {
      ...process.env,
      DISPLAY: `:${String(number).trim()}`,
      // Its sandbox needs namespaces that root in a container lacks; the pages are our own.
      ...(process.getuid?.() === 0 ? { WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1' } : {}),
    },
    stdio: 'ignore',
  });
  const ask = async (method: string, path: string, body?: object): Promise<unknown> => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      headers: { 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const { value } = (await answer.json()) as { readonly value: unknown }; // the protocol's form
    if (!answer.ok) throw new Error(`WebKit: ${JSON.stringify(value)}`);
    return value;
  };
  await listening(() => ask('GET', '/status'));
  const { sessionId } = (await ask('POST', '/session', {
    capabilities: {
      alwaysMatch: {
        browserName: 'MiniBrowser',
        'webkitgtk:browserOptions': { binary: browser, args: ['--automation', '--geometry=1440x1000'] },
      },
    },
  })) as { readonly sessionId: string }; // Defined by the protocol.
  const session = `/session/${sessionId}`;
  await ask('POST', `${session}/timeouts`, { script: 30_000, pageLoad: 90_000 });
  return {
    name: 'WebKit',
    async goto(url) {
      await ask('POST', `${session}/url`, { url });
    },
    async evaluate(expression) {
      const script = `const done = arguments[0]; (async () => (${expression}))().then((value) => done({ value }), (failure) => done({ failure: String(failure) }))`;
      const { value, failure } = (await ask('POST', `${session}/execute/async`, { script, args: [] })) as {
        readonly value?: unknown;
        readonly failure?: string;
      }; // Returned by the script above.
      if (failure !== undefined) throw new Error(failure);
      return value;
    },
    async perform(actions) {
      await ask('POST', `${session}/actions`, { actions });
    },
    async restart() {
      const { handle } = (await ask('POST', `${session}/window/new`, { type: 'window' })) as { readonly handle: string }; // Defined by the protocol.
      await ask('DELETE', `${session}/window`);
      await ask('POST', `${session}/window`, { handle });
    },
    async close() {
      await ask('DELETE', session).catch(() => undefined); // It is ended below in any case.
      for (const process of [service, display]) {
        const gone = once(process, 'exit');
        process.kill('SIGTERM');
        await gone;
      }
    },
  };
}

/** Retries until the server answers. */
async function listening(ask: () => Promise<unknown>): Promise<void> {
  const deadline = performance.now() + 30_000;
  for (;;) {
    try {
      await ask();
      return;
    } catch (failure) {
      if (performance.now() > deadline) throw failure;
      await new Promise((resolve) => setTimeout(resolve, 100)); // Poll; the deadline above ends it.
    }
  }
}
