import type { SignInDeps } from '../../src/app/auth/oidc.ts';

/** A tab as the sign-in needs it: the console's address and an inspectable session storage. */
export interface Tab extends SignInDeps {
  readonly held: Map<string, string>;
}

export function openTab(origin: string): Tab {
  const held = new Map<string, string>();
  const store = {
    getItem: (key: string) => held.get(key) ?? null,
    setItem: (key: string, value: string) => void held.set(key, value),
    removeItem: (key: string) => void held.delete(key),
  };
  return { origin, store, held };
}

/** Changes what the tab stores about the sign-in under way; null removes a field. */
export function rewrite(tab: Tab, changes: Readonly<Record<string, string | null>>): void {
  for (const [key, text] of tab.held) {
    const entries = Object.entries({ ...JSON.parse(text), ...changes }).filter(([, value]) => value !== null);
    tab.held.set(key, JSON.stringify(Object.fromEntries(entries)));
  }
}

/** Opens the address and follows the provider, with cookies, until it redirects to the console; answers the query of the callback. */
export async function followToCallback(start: string, origin: string): Promise<string> {
  let address = start;
  const cookies = new Map<string, string>();
  for (let step = 0; step < 8; step += 1) {
    const answer = await fetch(address, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
    });
    for (const line of answer.headers.getSetCookie()) {
      const [pair = ''] = line.split(';');
      cookies.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1));
    }
    const to = answer.headers.get('location');
    if (to === null) throw new Error(`The provider stops at ${address} with ${answer.status}`);
    address = new URL(to, address).href;
    if (address.startsWith(`${origin}/callback`)) return new URL(address).search.slice(1);
  }
  throw new Error('The provider sends the browser round in circles');
}
