import { Dexie } from 'dexie';
import { vi } from 'vitest';
import { fromBase64url } from '../../src/domain/encoding/base64url.ts';
import type { HeldKeys } from '../../src/store/deviceKeys.ts';
import record from '../fixtures/lockBefore.json' with { type: 'json' };
import type { FakePlatform } from './fakePlatform.ts';
import { createDevice } from './hubDevice.ts';

/** What a build before this one wrote as Brian set up a lock and took it off; every cut between two of its writes can be restored. */
type Row = Readonly<Record<string, unknown>>;
type Operation = readonly ['put', string, Row] | readonly ['delete', string, string];
type Bound = NonNullable<FakePlatform['cookie']>['bound'];
/** A transaction of a database, or a write of the device's keys together with what the platform knows of them by then. */
type Transaction =
  | { readonly database: string; readonly at: number; readonly ops: readonly Operation[] }
  | { readonly keys: unknown; readonly bound: Bound };
/** Of the file beside it, which is never edited. */
const transactions = record.transactions as unknown as readonly Transaction[];

/** The PIN of the recorded lock. */
export const pinBefore = record.pin;

/** Where the recorded browser ends. */
export interface Cut {
  /** How many writes are on the disk. */
  readonly after: number;
  /** The platform has answered a refresh, and the device has not written its keys. */
  readonly isAnswered: boolean;
}

const rowsOf = (each: Transaction | undefined): unknown =>
  each !== undefined && 'ops' in each
    ? each.ops.flatMap(([kind, , row]) => (kind === 'put' && 'lock' in row ? [(row['lock'] as { readonly rows: unknown }).rows] : []))[0]
    : undefined;
/** The write from which on the recorded lock is taken off. */
const takenOff = transactions.findIndex((each) => rowsOf(each) === 'opening');

/** Every cut of one of the two acts. */
export function cutsOf(act: 'setUp' | 'takeOff'): readonly Cut[] {
  const [from, to] = act === 'setUp' ? [0, takenOff] : [takenOff, transactions.length + 1];
  return Array.from({ length: to - from }, (_, at) => from + at).flatMap((after) => {
    const next = transactions[after];
    return [false, ...(next !== undefined && 'keys' in next ? [true] : [])].map((isAnswered) => ({ after, isAnswered }));
  });
}

/** A value as it was: bytes and keys stand in the file as text. */
async function revived(value: unknown): Promise<unknown> {
  if (Array.isArray(value)) return Promise.all(value.map(revived));
  if (typeof value !== 'object' || value === null) return value;
  if ('$u8' in value) return fromBase64url(String(value.$u8));
  if ('$ab' in value) return fromBase64url(String(value.$ab)).buffer;
  if ('$key' in value) return keyOf(value.$key as JsonWebKey);
  return Object.fromEntries(await Promise.all(Object.entries(value).map(async ([name, each]) => [name, await revived(each)] as const)));
}
function keyOf(jwk: JsonWebKey): Promise<CryptoKey> {
  if (jwk.kty === 'oct') return crypto.subtle.importKey('jwk', jwk, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign', 'verify']);
  const isPublic = jwk.d === undefined;
  return crypto.subtle.importKey('jwk', jwk, { name: 'ECDSA', namedCurve: 'P-256' }, isPublic, [isPublic ? 'verify' : 'sign']);
}

/** The device as that browser left it; nothing runs on it yet. */
export async function deviceBefore({ after, isAnswered }: Cut): Promise<ReturnType<typeof createDevice>> {
  const done = transactions.slice(0, after);
  for (const { name, version, stores, rows } of record.databases) {
    const db = new Dexie(name);
    db.version(version).stores(stores as unknown as Record<string, string>);
    await db.open();
    for (const [table, each] of Object.entries(rows)) await db.table(table).bulkPut((await revived(each)) as Row[]);
    for (const each of done) {
      if (!('ops' in each) || each.database !== name) continue;
      for (const [kind, table, given] of each.ops)
        await (kind === 'put' ? db.table(table).put(await revived(given)) : db.table(table).delete(given));
    }
    db.close();
  }
  const device = createDevice();
  const written = done.flatMap((each) => ('keys' in each ? [each] : [])).at(-1);
  const answered = transactions[after];
  const bound = isAnswered && answered !== undefined && 'bound' in answered ? answered.bound : (written?.bound ?? record.cookie.bound);
  await device.deviceKeys.write((await revived(written?.keys ?? record.keys)) as HeldKeys);
  device.platform.cookie = structuredClone({ ...record.cookie, bound }) as FakePlatform['cookie'];
  vi.setSystemTime(done.reduce((at, each) => ('at' in each ? Math.max(at, each.at) : at), record.now));
  return device;
}
