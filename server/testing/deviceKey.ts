import { calculateJwkThumbprint, exportJWK } from 'jose';
import { deviceKeyHeaders } from '../../src/contracts/deviceKey.ts';
import { proofText } from '../../src/domain/session/deviceProof.ts';
import type { TestAnswer, TestClient, TestPlatform } from './platform.ts';

/** What of a renewal's answer reaches the browser. */
export type Kept = 'all' | 'cookie' | 'nonce' | 'nothing';

/** What a browser does that has a key for its session: it holds cookie and nonce, and has them renewed. */
export interface TestDevice {
  cookie(): string;
  client(): TestClient;
  /** One refresh; what it brought is kept unless told. `on`: another instance of the platform. */
  renew(options?: { readonly keep?: Kept; readonly on?: TestPlatform }): Promise<TestAnswer>;
  /** Another key takes the place of the one that is held, which signs it. */
  change(options: { readonly locked: boolean; readonly keep?: Kept }): Promise<TestAnswer>;
  /** The headers of its next refresh. */
  proof(): Promise<Record<string, string>>;
  /** Those of a sign-in: its key, signed by itself. */
  introduction(): Promise<Record<string, string>>;
  /** What an answer brought is kept. */
  take(answer: TestAnswer, keep?: Kept): void;
  /** The same browser by another name, with another cookie. */
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

/** A device with a key of its own and the cookie of a session, or none yet. */
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
      // Kept before it was given: which of the two the platform has, a browser that lost the answer finds out.
      if (answer.status === 200) key = next;
      return answer;
    },
  };
}
