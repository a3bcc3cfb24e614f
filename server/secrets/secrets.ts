import type { Kysely } from 'kysely';
import type { Clock } from '../clock.ts';
import type { Database } from '../db/schema.ts';
import { type KeyFiles, type KeyWrap, openKeyWrap } from '../evidence/keyWrap.ts';
import { type SecretName, secretKinds } from './kinds.ts';

/** A secret as it is used. */
export interface HeldSecret {
  readonly id: string;
  readonly text: string;
}

/** Those of a kind that count, the one in use first. */
export type HeldSecrets = readonly [HeldSecret, ...HeldSecret[]];

/** The platform's own secrets (G-2). */
export interface Secrets {
  /**
   * Those of a kind that count just now, the one in use first; made where there is none yet. Read from the table each time, so that every instance knows of another as soon as it is in
   * use. Not within a transaction.
   */
  held(name: SecretName): Promise<HeldSecrets>;
}

/** The bytes of a secret that is 32 of them. */
export function bytesOf({ text }: HeldSecret): Uint8Array {
  return Buffer.from(text, 'base64url');
}

/** The name that a secret's envelope belongs to. */
export function secretRow(name: string, id: string): string {
  return `platform_secrets/${name}/${id}`;
}

/** The secrets of a database, by the key that the configuration names, which is read when a secret is met for the first time. */
export function createSecrets({
  db,
  clock,
  config,
}: {
  readonly db: Kysely<Database>;
  readonly clock: Pick<Clock, 'now'>;
  readonly config: KeyFiles;
}): Secrets {
  /** What was opened, by its row and envelope. */
  const opened = new Map<string, string>();
  const open = async (name: SecretName, id: string, sealed: string): Promise<HeldSecret> => {
    const row = secretRow(name, id);
    const text = opened.get(`${row} ${sealed}`) ?? (await openKeyWrap(config)).unwrap(row, sealed);
    opened.set(`${row} ${sealed}`, text);
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

/** Puts a new secret in as the one in use, unless there is one: instances that start together end up with the same one. */
async function insertSecret(db: Kysely<Database>, wrap: KeyWrap, name: SecretName, now: Date): Promise<void> {
  const { id, text } = await secretKinds[name].make();
  await db
    .insertInto('platform_secrets')
    .values({ name, secret_id: id, sealed: wrap.wrap(secretRow(name, id), text), made_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Rows of a kind whose work counts at this moment, the one in use first. Empty where none is in use. */
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

/** Takes away secrets whose work counts no more. */
export async function pruneSecrets(db: Kysely<Database>, now: Date): Promise<void> {
  for (const [name, { countsForMs }] of Object.entries(secretKinds))
    await db
      .deleteFrom('platform_secrets')
      .where('name', '=', name)
      .where('stopped_at', '<', new Date(now.getTime() - countsForMs).toISOString())
      .execute();
}
