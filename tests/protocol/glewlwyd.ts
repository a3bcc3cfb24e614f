import { execFileSync, spawn } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, request as ask, type Server, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { vi } from 'vitest';
import { findGlewlwyd } from '../../scripts/glewlwyd.mjs';
import { freePort, listening } from '../../server/testing/listening.ts';

/** A user with an account at the provider. */
export interface Known {
  readonly username: string;
  readonly email: string;
  /** The `email_verified` claim; null if the provider makes none. */
  readonly verified: boolean | null;
}

/**
 * Debian's glewlwyd as a separate process on loopback, in a folder of its own: an OpenID provider in C, with other subject formats, keys,
 * endpoints and pages than ours (G-24). It is set up through its administrator API, as its operators do on its pages.
 */
export interface Glewlwyd {
  readonly issuer: string;
  /** Adds this user or updates their data. */
  knows(person: Known): Promise<void>;
  /** Goes to `start` as a fresh browser, signs in there as this user and follows to the console; answers the query of the callback. */
  signsIn(start: string, username: string): Promise<string>;
  close(): Promise<void>;
}

const password = 'Everybody-has-this-one-9';
/** Name of its OpenID Connect plug-in, which is part of the issuer. */
const plugin = 'oidc';

/** Starts one that knows the console at `origin` as a public client with mandatory PKCE (S256). */
export async function startGlewlwyd({ clientId, origin }: { readonly clientId: string; readonly origin: string }): Promise<Glewlwyd> {
  const found = findGlewlwyd();
  if (found === undefined) throw new Error('glewlwyd is not installed');
  const folder = mkdtempSync(join(tmpdir(), 'ukweli-glewlwyd-'));
  const [database, config, log] = [join(folder, 'tables.db'), join(folder, 'glewlwyd.conf'), join(folder, 'log')];
  execFileSync(found.sqlite, [database], { input: `begin;\n${readFileSync(found.tables, 'utf8')}\ncommit;\n` });
  const port = await freePort();
  const front = createProxy(port);
  const home = `http://127.0.0.1:${await listening(front)}`;
  writeFileSync(config, configuration({ port, home, database, log, modules: found.modules }));
  const child = spawn(found.program, [`--config-file=${config}`], { stdio: 'ignore' });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const close = async (): Promise<void> => {
    child.kill();
    await ended;
    front.closeAllConnections();
    front.close();
    rmSync(folder, { recursive: true, force: true });
  };
  const admin = createCaller(`${home}/api`);
  try {
    await vi.waitFor(() => admin('POST', '/auth/', { username: 'admin', password: 'password' }), { timeout: 30_000, interval: 50 });
    await setUp(admin, { issuer: `${home}/api/${plugin}`, clientId, origin });
  } catch (failure) {
    const said = readFileSync(log, { encoding: 'utf8', flag: 'a+' });
    await close();
    throw new Error(`glewlwyd could not be set up: ${said}`, { cause: failure });
  }

  const known = new Set<string>();
  return {
    issuer: `${home}/api/${plugin}`,
    async knows({ username, email, verified }) {
      const person = {
        username,
        email,
        name: username,
        enabled: true,
        scope: ['openid', 'email', 'profile'],
        ...(verified !== null && { email_verified: verified ? 'yes' : 'no' }),
      };
      if (known.has(username)) await admin('PUT', `/user/${username}`, person);
      else await admin('POST', '/user/', { ...person, password });
      known.add(username);
    },
    async signsIn(start, username) {
      const browser = createCaller(`${home}/api`);
      const page = await browser('GET', start);
      const asked = new URL(String(page.headers.get('location'))).searchParams;
      const next = asked.get('callback_url');
      if (next === null) throw new Error(`glewlwyd does not ask who is there: ${page.headers.get('location')}`);
      await browser('POST', '/auth/', { username, password });
      await browser('PUT', `/auth/grant/${clientId}`, { scope: asked.get('scope') });
      // As its page continues after a sign-in.
      const back = new URL(String((await browser('GET', `${next}&g_continue`)).headers.get('location')));
      if (back.origin !== origin) throw new Error(`glewlwyd sends the browser to ${back.href}`);
      return back.search.slice(1);
    },
    close,
  };
}

/**
 * A reverse proxy in front of it. On code exchange, glewlwyd 2.7.5 (Debian 12) looks up `auth_time` by the cookie of that call and
 * answers 1970 without one; no console's script can send its provider's cookies. So the proxy adds to each exchange the cookies of the
 * browser that received the code.
 */
function createProxy(port: number): Server {
  const givenTo = new Map<string, string>();
  const pass = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await buffer(request);
    const cookie = givenTo.get(new URLSearchParams(body.toString()).get('code') ?? '') ?? request.headers.cookie;
    const { method, url: path, headers } = request;
    const onward = ask(
      { host: '127.0.0.1', port, method, path, headers: { ...headers, ...(cookie !== undefined && { cookie }) } },
      (answer) => {
        const to = answer.headers.location;
        const code = to === undefined ? null : new URL(to, 'http://relative.invalid').searchParams.get('code');
        if (code !== null) givenTo.set(code, headers.cookie ?? '');
        response.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
        answer.pipe(response);
      },
    );
    onward.once('error', () => response.destroy());
    onward.end(body);
  };
  return createServer((request, response) => void pass(request, response));
}

type Caller = (method: string, path: string, body?: unknown) => Promise<Response>;

/** Calls with the cookies received so far. Throws unless the answer is a success. */
function createCaller(base: string): Caller {
  const cookies = new Map<string, string>();
  return async (method, path, body) => {
    const answer = await fetch(path.startsWith('http') ? path : base + path, {
      method,
      redirect: 'manual',
      headers: { 'content-type': 'application/json', cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    for (const line of answer.headers.getSetCookie()) {
      const [pair = ''] = line.split(';');
      cookies.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1));
    }
    if (answer.status >= 400) throw new Error(`glewlwyd answers ${method} ${path} with ${answer.status}: ${await answer.text()}`);
    return answer;
  };
}

/** One-time administration: scopes, the verified-address claim, the plug-in with a key, and the client. */
async function setUp(
  admin: Caller,
  { issuer, clientId, origin }: { readonly issuer: string; readonly clientId: string; readonly origin: string },
): Promise<void> {
  for (const name of ['email', 'profile'])
    await admin('POST', '/scope/', { name, display_name: name, password_required: false, scheme: {} });
  const people = await (await admin('GET', '/mod/user/database')).json();
  people.parameters['data-format'].email_verified = {
    multiple: false,
    read: true,
    write: true,
    'profile-read': true,
    'profile-write': false,
  };
  await admin('PUT', '/mod/user/database', people);
  await admin('PUT', '/mod/user/database/reset');
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const parameters = {
    iss: issuer,
    'jwks-private': JSON.stringify({ keys: [{ ...privateKey.export({ format: 'jwk' }), kid: 'their-key', use: 'sig', alg: 'RS256' }] }),
    'jwks-show': true,
    'jwt-type': 'rsa',
    'jwt-key-size': '256',
    'subject-type': 'public',
    'access-token-duration': 3600,
    'refresh-token-duration': 3600,
    'code-duration': 600,
    'allow-non-oidc': false,
    'auth-type-code-enabled': true,
    'auth-type-refresh-enabled': false,
    'pkce-allowed': true,
    'pkce-required': true,
    'pkce-method-plain-allowed': false,
    'name-claim': 'on-demand',
    'name-claim-scope': ['profile'],
    'email-claim': 'on-demand',
    'email-claim-scope': ['email'],
    claims: [
      {
        name: 'email_verified',
        'user-property': 'email_verified',
        type: 'boolean',
        'boolean-value-true': 'yes',
        'boolean-value-false': 'no',
        mandatory: false,
        'on-demand': true,
        scope: ['email'],
      },
    ],
    'session-management-allowed': true,
    'session-cookie-name': 'THEIR_SESSION',
    'session-cookie-expiration': 3600,
  };
  await admin('POST', '/mod/plugin/', { module: 'oidc', name: plugin, display_name: 'OpenID Connect', parameters });
  await admin('POST', '/client/', {
    client_id: clientId,
    name: 'Ukweli Console',
    enabled: true,
    confidential: false,
    scope: [],
    authorization_type: ['code'],
    token_endpoint_auth_method: ['none'],
    redirect_uri: [`${origin}/callback`],
    post_logout_redirect_uri: `${origin}/login`,
  });
}

const configuration = (at: {
  readonly port: number;
  readonly home: string;
  readonly database: string;
  readonly log: string;
  readonly modules: string;
}): string => `port=${at.port}
bind_address="127.0.0.1"
external_url="${at.home}"
login_url="login.html"
api_prefix="api"
log_mode="file"
log_level="INFO"
log_file="${at.log}"
cookie_secure=0
session_expiration=2419200
session_key="GLEWLWYD2_SESSION_ID"
admin_scope="g_admin"
profile_scope="g_profile"
user_module_path="${at.modules}/user"
client_module_path="${at.modules}/client"
user_auth_scheme_module_path="${at.modules}/scheme"
plugin_module_path="${at.modules}/plugin"
hash_algorithm="SHA512"
database={ type="sqlite3"; path="${at.database}"; };
`;
