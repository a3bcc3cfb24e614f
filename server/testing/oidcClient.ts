import { createHash, randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import { consoleClientId } from '../config.ts';
import type { Database } from '../db/schema.ts';

/** A browser at the embedded identity provider: stores cookies, leaves redirects to the caller, posts forms. */
export interface OidcBrowser {
  readonly cookies: Map<string, string>;
  request(
    method: 'GET' | 'POST',
    url: string,
    options?: { form?: Record<string, string>; headers?: Record<string, string> },
  ): Promise<{ status: number; location: string | null; body: string; headers: Record<string, unknown> }>;
}

export function createOidcBrowser(app: FastifyInstance, origin: string): OidcBrowser {
  const cookies = new Map<string, string>();
  return {
    cookies,
    async request(method, url, options = {}) {
      const path = url.startsWith(origin) ? url.slice(origin.length) : url;
      const answer = await app.inject({
        method,
        url: path,
        ...(options.form === undefined ? {} : { payload: new URLSearchParams(options.form).toString() }),
        headers: {
          ...(options.form === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded', origin }),
          cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
          ...options.headers,
        },
      });
      for (const line of [answer.headers['set-cookie'] ?? []].flat()) {
        const [pair = '', ...attributes] = line.split('; ');
        const [name, value] = [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)] as const;
        const gone = value === '' || attributes.some((one) => /^expires=Thu, 01 Jan 1970/i.test(one));
        if (gone) cookies.delete(name);
        else cookies.set(name, value);
      }
      return {
        status: answer.statusCode,
        location: answer.headers.location ?? null,
        body: answer.body,
        headers: answer.headers,
      };
    },
  };
}

/** The console's authorization request, with its secrets: `nonce` is the original value, the URL contains its hash. */
export function authorizationRequest(origin: string, change: Record<string, string | null> = {}) {
  const verifier = randomBytes(32).toString('base64url');
  const nonce = randomBytes(16).toString('base64url');
  const state = randomBytes(16).toString('base64url');
  const parameters: Record<string, string | null> = {
    client_id: consoleClientId,
    redirect_uri: `${origin}/callback`,
    response_type: 'code',
    scope: 'openid profile email',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    state,
    nonce: createHash('sha256').update(nonce).digest('base64url'),
    max_age: '43200',
    ...change,
  };
  const kept = Object.entries(parameters).filter((entry): entry is [string, string] => entry[1] !== null);
  return { verifier, nonce, state, url: `${origin}/idp/authorize?${new URLSearchParams(kept)}` };
}

/** Follows the request to the callback's parameters, signing in on the page. */
export async function signInAtProvider(
  browser: OidcBrowser,
  origin: string,
  url: string,
  who: { email: string; password: string },
): Promise<URLSearchParams> {
  let answer = await browser.request('GET', url);
  for (let hop = 0; hop < 6; hop++) {
    if (answer.location?.startsWith(`${origin}/callback`)) return new URL(answer.location).searchParams;
    if (answer.location?.includes('/idp/sign-in/')) {
      answer = await browser.request('POST', answer.location, { form: who });
      if (answer.location === null) throw new Error(`The sign-in page answered ${answer.status}: ${answer.body}`);
    } else if (answer.location !== null) {
      answer = await browser.request('GET', answer.location);
    } else throw new Error(`The provider answered ${answer.status}: ${answer.body}`);
  }
  throw new Error('Too many redirects');
}

/** Exchanges a code at the token endpoint. */
export async function exchangeCode(browser: OidcBrowser, origin: string, code: string, verifier: string) {
  const answer = await browser.request('POST', '/idp/oauth/token', {
    form: {
      grant_type: 'authorization_code',
      client_id: consoleClientId,
      code,
      redirect_uri: `${origin}/callback`,
      code_verifier: verifier,
    },
  });
  return {
    status: answer.status,
    tokens: JSON.parse(answer.body) as {
      id_token: string;
      access_token: string;
      refresh_token?: string;
      expires_in: number;
      error?: string;
    },
  }; // asserted on by the tests
}

/** Kinds of provider data stored for an account: sessions, grants and tokens. */
export async function heldAtProvider(db: Kysely<Database>, accountId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('oidc_payloads')
    .select('kind')
    .where((row) => row(row.ref('payload', '->>').key('accountId'), '=', accountId))
    .execute();
  return rows.map(({ kind }) => kind);
}
