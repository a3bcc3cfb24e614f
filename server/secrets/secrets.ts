import type { Kysely } from 'kysely';
import type { Clock } from '../clock.ts';
import type { Database } from '../db/schema.ts';
import { type KeyFiles, type KeyWrap, openKeyWrap } from '../evidence/keyWrap.ts';
import { type SecretName, secretKinds } from './kinds.ts';

/** A decrypted secret. */
export interface HeldSecret {
  readonly id: string;
  readonly text: string;
}

/** The valid secrets of a kind, the one in use first. */
export type HeldSecrets = readonly [HeldSecret, ...HeldSecret[]];

/** The platform's own secrets (G-2). */
export interface Secrets {
  /**
   * The valid secrets of a kind, the one in use first; created if there is none. Read from the table each time, so that every instance
   * sees a new secret at once. Do not call within a transaction.
   */
  held(name: SecretName): Promise<HeldSecrets>;
}

/** Decodes a secret that consists of 32 bytes. */
export function bytesOf({ text }: HeldSecret): Uint8Array {
  return Buffer.from(text, 'base64url');
}

/** Row name that a secret's envelope is bound to. */
export function secretRow(name: string, id: string): string {
  return `platform_secrets/${name}/${id}`;
}

/** The secrets of a database. The wrapping key from the configuration is read when a secret is opened for the first time. */
export function createSecrets({
  db,
  clock,
  config,
}: {
  readonly db: Kysely<Database>;
  readonly clock: Pick<Clock, 'now'>;
  readonly config: KeyFiles;
}): Secrets {
  /** Opened secrets, by row and envelope. */
  const opened = new Map<string, string>();
  const open = async (name: SecretName, id: string, encrypted: string): Promise<HeldSecret> => {
    const row = secretRow(name, id);
    const text = opened.get(`${row} ${encrypted}`) ?? (await openKeyWrap(config)).unwrap(row, encrypted);
    opened.set(`${row} ${encrypted}`, text);
    return { id, text };
  };
  const read = async (name: SecretName): Promise<HeldSecrets | null> => {
    const [first, ...others] = await rowsThatCount(db, name, clock.now());
    if (first === undefined) return null;
    const held = async ({ secret_id: id, sealed }: typeof first): Promise<HeldSecret> => open(name, id, sealed);
    return [await held(first), ...(await Promise.all(others.map(held)))];
  };
  return {
    async held(name) {
      const held = await read(name);
      if (held !== null) return held;
      await insertSecret(db, await openKeyWrap(config), name, clock.now());
      const made = await read(name);
      if (made === null) throw new Error(`The secret ${name} could not be kept`);
      return made;
    },
  };
}

/** Inserts a new secret as the one in use, unless there is one, so that instances that start together end up with the same. */
async function insertSecret(db: Kysely<Database>, wrap: KeyWrap, name: SecretName, now: Date): Promise<void> {
  const { id, text } = await secretKinds[name].make();
  await db
    .insertInto('platform_secrets')
    .values({ name, secret_id: id, sealed: wrap.wrap(secretRow(name, id), text), made_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Rows of a kind that are valid at this moment, the one in use first. Empty if none is in use. */
async function rowsThatCount(db: Kysely<Database>, name: SecretName, now: Date) {
  const rows = await db
    .selectFrom('platform_secrets')
    .select(['secret_id', 'sealed', 'stopped_at'])
    .where('name', '=', name)
    .orderBy('made_at', 'desc')
    .execute();
  const inUse = rows.filter(({ stopped_at: at }) => at === null);
  const former = rows.filter(({ stopped_at: at }) => at !== null && now.getTime() < Date.parse(at) + secretKinds[name].countsForMs);
  return inUse.length === 0 ? [] : [...inUse, ...former];
}

/** Deletes secrets that are no longer valid. */
export async function pruneSecrets(db: Kysely<Database>, now: Date): Promise<void> {
  for (const [name, { countsForMs }] of Object.entries(secretKinds))
    await db
      .deleteFrom('platform_secrets')
      .where('name', '=', name)
      .where('stopped_at', '<', new Date(now.getTime() - countsForMs).toISOString())
      .execute();
}
