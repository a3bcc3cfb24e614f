import { calculateJwkThumbprint, exportJWK } from 'jose';
import { deviceKeyHeaders } from '../../src/contracts/deviceKey.ts';
import { proofText } from '../../src/domain/session/deviceProof.ts';
import type { TestAnswer, TestClient, TestPlatform } from './platform.ts';

/** Which part of a refresh response reaches the browser. */
export type Kept = 'all' | 'cookie' | 'nonce' | 'nothing';

/** A browser with a device key for its session: it stores cookie and nonce, and refreshes them. */
export interface TestDevice {
  cookie(): string;
  client(): TestClient;
  /** One refresh, whose result is stored as `keep` says. `on`: another instance of the platform. */
  renew(options?: { readonly keep?: Kept; readonly on?: TestPlatform }): Promise<TestAnswer>;
  /** Replaces the device key; the current key signs the new one. */
  change(options: { readonly locked: boolean; readonly keep?: Kept }): Promise<TestAnswer>;
  /** The headers of the next refresh. */
  proof(): Promise<Record<string, string>>;
  /** The headers of a sign-in: its key, self-signed. */
  introduction(): Promise<Record<string, string>>;
  /** Stores cookie and nonce from a response. */
  take(answer: TestAnswer, keep?: Kept): void;
  /** Switches this browser to another session cookie. */
  holds(cookie: string): void;
}

interface Key {
  readonly text: string;
  readonly thumbprint: string;
  readonly sign: (text: string) => Promise<string>;
}

async function makeKey(): Promise<Key> {
  const pair = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, ['sign', 'verify']);
  return {
    text: Buffer.from(await crypto.subtle.exportKey('raw', pair.publicKey)).toString('base64url'),
    thumbprint: await calculateJwkThumbprint(await exportJWK(pair.publicKey)),
    sign: async (text) => {
      const bytes = new TextEncoder().encode(text);
      return Buffer.from(await crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, pair.privateKey, bytes)).toString('base64url');
    },
  };
}

/** A device with its own key, and the cookie of a session or none yet. */
export async function createDevice(test: TestPlatform, firstCookie = ''): Promise<TestDevice> {
  let key = await makeKey();
  let cookie = firstCookie;
  let nonce: string | null = null;
  const introduction = async (): Promise<Record<string, string>> => ({
    [deviceKeyHeaders.key]: key.text,
    [deviceKeyHeaders.proof]: `${key.thumbprint}.${await key.sign(proofText(key.thumbprint))}`,
  });
  const proof = async (): Promise<Record<string, string>> =>
    nonce === null ? introduction() : { [deviceKeyHeaders.proof]: `${nonce}.${await key.sign(proofText(nonce))}` };
  const take = (answer: TestAnswer, keep: Kept = 'all'): void => {
    const line = [answer.headers['set-cookie'] ?? []].flat().find((one) => String(one).startsWith('ukweli_session='));
    const given = answer.headers[deviceKeyHeaders.nonce.toLowerCase()];
    if (line !== undefined && (keep === 'all' || keep === 'cookie')) cookie = String(line).split(';')[0] ?? '';
    if (typeof given === 'string' && (keep === 'all' || keep === 'nonce')) nonce = given;
  };
  const refresh = (on: TestPlatform, headers: Record<string, string>) =>
    on.holding(cookie).call('POST', '/api/auth/refresh', undefined, headers);
  return {
    cookie: () => cookie,
    client: () => test.holding(cookie),
    holds: (other) => void (cookie = other),
    proof,
    introduction,
    take,
    async renew({ keep = 'all', on = test } = {}) {
      const answer = await refresh(on, await proof());
      take(answer, keep);
      return answer;
    },
    async change({ locked, keep = 'all' }) {
      const next = await makeKey();
      const over = nonce ?? '';
      const answer = await refresh(test, {
        [deviceKeyHeaders.proof]: `${over}.${await key.sign(proofText(over, next.thumbprint))}`,
        [deviceKeyHeaders.key]: next.text,
        [deviceKeyHeaders.locked]: locked ? '1' : '0',
      });
      take(answer, keep);
      // If the response was lost, a browser would have to find out which of the two keys the platform has.
      if (answer.status === 200) key = next;
      return answer;
    },
  };
}
