import { deviceKeyHeaders } from '../../src/contracts/deviceKey.ts';
import { proofText } from '../../src/domain/session/deviceProof.ts';
import { calculateJwkThumbprint, exportJWK } from 'jose';
import type { TestAnswer, TestClient, TestPlatform } from './platform.ts';

/** What a browser does that has a key for its session: it holds cookie and nonce, and has them renewed. */
export interface TestDevice {
  cookie(): string;
  client(): TestClient;
  /** One refresh; what it brought is kept unless told. `on`: another instance of the platform. */
  renew(options?: { readonly keep?: 'all' | 'cookie' | 'nonce' | 'nothing'; readonly on?: TestPlatform }): Promise<TestAnswer>;
  /** The headers of its next refresh. */
  proof(): Promise<Record<string, string>>;
  /** The same browser by another name, with another cookie. */
  holds(cookie: string): void;
}

/** A device with a key of its own and the cookie of a session. */
export async function createDevice(test: TestPlatform, firstCookie: string): Promise<TestDevice> {
  const pair = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, ['sign', 'verify']);
  const thumbprint = await calculateJwkThumbprint(await exportJWK(pair.publicKey));
  const key = Buffer.from(await crypto.subtle.exportKey('raw', pair.publicKey)).toString('base64url');
  let cookie = firstCookie;
  let nonce: string | null = null;
  const proof = async (): Promise<Record<string, string>> => {
    const over = nonce ?? thumbprint;
    const bytes = new TextEncoder().encode(proofText(over));
    const signature = Buffer.from(await crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, pair.privateKey, bytes)).toString(
      'base64url',
    );
    return { [deviceKeyHeaders.proof]: `${over}.${signature}`, ...(nonce === null && { [deviceKeyHeaders.key]: key }) };
  };
  return {
    cookie: () => cookie,
    client: () => test.holding(cookie),
    holds: (other) => void (cookie = other),
    proof,
    async renew({ keep = 'all', on = test } = {}) {
      const answer = await on.holding(cookie).call('POST', '/api/auth/refresh', undefined, await proof());
      const [line] = [answer.headers['set-cookie'] ?? []].flat();
      const given = answer.headers[deviceKeyHeaders.nonce.toLowerCase()];
      if (line !== undefined && (keep === 'all' || keep === 'cookie')) cookie = String(line).split(';')[0] ?? '';
      if (typeof given === 'string' && (keep === 'all' || keep === 'nonce')) nonce = given;
      return answer;
    },
  };
}
