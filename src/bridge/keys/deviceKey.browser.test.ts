import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { deviceKeyHeaders } from '../../contracts/deviceKey.ts';
import { headers } from '../../contracts/endpoints.ts';
import { fromBase64url } from '../../domain/encoding/base64url.ts';
import { proofText } from '../../domain/session/deviceProof.ts';
import { forgetDeviceKey, proveDevice } from './deviceKey.ts';

interface Asked {
  readonly key: string | null;
  readonly over: string;
  readonly signature: Uint8Array<ArrayBuffer>;
  readonly body: unknown;
}
let asked: Asked[] = [];
/** The platform's answers, in order; the last one repeats. */
let answers: ((echo: Headers) => Response | Promise<Response>)[] = [];
const given =
  (nonce: string, more: Record<string, string> = {}) =>
  (echo: Headers) =>
    new Response('{}', { headers: { ...Object.fromEntries(echo), [deviceKeyHeaders.nonce]: nonce, ...more } });
const status = (code: number) => (echo: Headers) => new Response('{}', { status: code, headers: echo });

beforeEach(async () => {
  await forgetDeviceKey();
  asked = [];
  vi.stubGlobal('fetch', async (_path: string, init: RequestInit) => {
    const sent = new Headers(init.headers);
    const [over = '', signature = ''] = (sent.get(deviceKeyHeaders.proof) ?? '').split('.');
    asked.push({ key: sent.get(deviceKeyHeaders.key), over, signature: fromBase64url(signature), body: init.body ?? null });
    const answer = answers.length > 1 ? answers.shift() : answers[0];
    if (answer === undefined) throw new TypeError('network');
    return answer(new Headers({ [headers.correlation]: sent.get(headers.correlation) ?? '' }));
  });
});
afterEach(() => vi.unstubAllGlobals());

async function isSignedBy(key: string, { over, signature }: Asked): Promise<boolean> {
  const verifier = await crypto.subtle.importKey('raw', fromBase64url(key), { name: 'ECDSA', namedCurve: 'P-256' }, true, ['verify']);
  return crypto.subtle.verify({ name: 'ECDSA', hash: 'SHA-256' }, verifier, signature, new TextEncoder().encode(proofText(over)));
}

/** The content of the device's database. */
async function kept(): Promise<{ readonly pair: CryptoKeyPair; readonly nonce: string | null }> {
  const opening = indexedDB.open('ukweli-device');
  const database = await new Promise<IDBDatabase>((resolve) => (opening.onsuccess = () => resolve(opening.result)));
  const reading = database.transaction('keys').objectStore('keys').get('session');
  await new Promise((resolve) => (reading.onsuccess = resolve));
  database.close();
  return reading.result as { pair: CryptoKeyPair; nonce: string | null }; // as deviceKey.ts writes it
}

describe('the key of a device', { tags: ['G-17', 'D-55'] }, () => {
  it('is brought once, cannot be taken out, and signs the nonce that the answer before carried; the body stays empty', async () => {
    answers = [given('first'), given('second'), given('third')];
    for (let go = 0; go < 3; go++) expect(await proveDevice()).toBe('renewed');
    const key = asked[0]?.key ?? '';
    expect(asked.map((one) => one.key)).toEqual([key, null, null]);
    expect(asked.slice(1).map(({ over }) => over)).toEqual(['first', 'second']);
    expect(asked.every(({ body }) => body === null)).toBe(true);
    for (const one of asked) expect(await isSignedBy(key, one)).toBe(true);
    const { pair, nonce } = await kept();
    expect([pair.privateKey.extractable, nonce]).toEqual([false, 'third']);
    await expect(crypto.subtle.exportKey('pkcs8', pair.privateKey)).rejects.toThrow(/extractable/);
  });

  it('an answer that does not come is asked for with the same; one that is given again is renewed at once', async () => {
    const lost = () => Promise.reject(new TypeError('network'));
    answers = [given('first'), lost, given('second', { [deviceKeyHeaders.again]: '1' }), given('third')];
    expect([await proveDevice(), await proveDevice(), await proveDevice()]).toEqual(['renewed', 'unreached', 'renewed']);
    expect(asked.slice(1).map(({ over }) => over)).toEqual(['first', 'first', 'second']);
    expect((await kept()).nonce).toBe('third');
  });

  it('only the platform’s own refusal refuses it: not a stranger’s, nor one that asks to wait', async () => {
    answers = [() => new Response('{}', { status: 401 })];
    expect(await proveDevice()).toBe('unreached');
    for (const code of [429, 500, 503, 423, 302]) {
      answers = [status(code)];
      expect([code, await proveDevice()]).toEqual([code, 'unreached']);
    }
    answers = [status(401)];
    expect(await proveDevice()).toBe('refused');
  });

  it('two tabs ask one after the other, each with the nonce that the one before was given', async () => {
    answers = [given('first'), given('second'), given('third')];
    expect(await Promise.all([proveDevice(), proveDevice(), proveDevice()])).toEqual(['renewed', 'renewed', 'renewed']);
    expect(asked.slice(1).map(({ over }) => over)).toEqual(['first', 'second']);
  });

  it('another pairing has a key of its own', async () => {
    answers = [given('first')];
    await proveDevice();
    await forgetDeviceKey();
    await proveDevice();
    expect(asked[1]?.key).not.toBeNull();
    expect(asked[1]?.key).not.toBe(asked[0]?.key);
  });
});
