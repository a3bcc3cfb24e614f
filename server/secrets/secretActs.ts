import type { Kysely } from 'kysely';
import type { Platform } from '../context.ts';
import type { Database } from '../db/schema.ts';
import { openKeyWrap, wrappedBy } from '../evidence/keyWrap.ts';
import { lockKeys } from './keysLock.ts';
import { secretKinds, type SecretName, secretNames } from './kinds.ts';
import { secretRow } from './secrets.ts';
import { forgetOldForms, noteToForget } from './oldForms.ts';
import { storedSecrets } from './stored.ts';

/** A new secret that replaced an earlier one. */
export interface Rotated {
  readonly name: SecretName;
  readonly id: string;
}

/**
 * Replaces all secrets that sign-ins, devices, links and words depend on. What was made with the previous ones stays valid for its usual
 * lifetime; with `atOnce`, for compromised secrets, it becomes invalid immediately. One transaction, including the line on each tenant's
 * record. `by` is who runs the command.
 */
export async function rotateSecrets(platform: Platform, by: string, atOnce: boolean): Promise<readonly Rotated[]> {
  const { db, database, clock, config, log } = platform;
  const wrap = await openKeyWrap(config);
  const fresh = await Promise.all(secretNames.map(async (name) => ({ name, ...(await secretKinds[name].make()) })));
  await db.transaction().execute(async (trx) => {
    await lockKeys(trx);
    if (atOnce) await trx.deleteFrom('platform_secrets').execute();
    await trx.updateTable('platform_secrets').set({ stopped_at: clock.now() }).where('stopped_at', 'is', null).execute();
    for (const { name, id, text } of fresh)
      await trx
        .insertInto('platform_secrets')
        .values({ name, secret_id: id, sealed: wrap.wrap(secretRow(name, id), text), made_at: clock.now() })
        .execute();
    if (atOnce) await noteToForget(trx);
    await record(platform, trx, { action: 'key.secrets_rotate', target: wrap.keyId, by, details: { atOnce } });
  });
  await forgetOldForms(database, log);
  return fresh.map(({ name, id }) => ({ name, id }));
}

/**
 * Wraps every secret under the previous key with the current one, in one transaction, so that after an interruption each is under one of
 * the two. Returns the number of secrets rewrapped.
 * @throws KeyTrouble if a secret is under neither key
 */
export async function rewrapSecrets(platform: Platform, by: string): Promise<number> {
  const { db, database, config, log } = platform;
  const wrap = await openKeyWrap(config);
  const wrapped = await db.transaction().execute(async (trx) => {
    await lockKeys(trx);
    let count = 0;
    for (const { row, stored, keep } of await storedSecrets(trx)) {
      const text = wrap.unwrap(row, stored);
      if (wrap.isCurrent(stored)) continue;
      await keep(trx, wrap.wrap(row, text));
      count += 1;
    }
    if (count === 0) return 0;
    await noteToForget(trx);
    await record(platform, trx, { action: 'key.rewrap', target: wrap.keyId, by, details: { secrets: count } });
    return count;
  });
  await forgetOldForms(database, log);
  return wrapped;
}

/** The state of a secret, for the person who runs the platform. Contains no secret value. */
export interface SecretStand {
  readonly name: string;
  readonly id: string;
  readonly madeAt: string;
  readonly stoppedAt: string | null;
  readonly wrappedBy: string | null;
}

/** The states of the platform's secrets, grouped by kind, the one in use first. */
export async function secretStands(db: Kysely<Database>): Promise<readonly SecretStand[]> {
  const rows = await db
    .selectFrom('platform_secrets')
    .selectAll()
    .orderBy('name')
    .orderBy('stopped_at', (order) => order.desc().nullsFirst())
    .execute();
  return rows.map((row) => ({
    name: row.name,
    id: row.secret_id,
    madeAt: row.made_at,
    stoppedAt: row.stopped_at,
    wrappedBy: wrappedBy(row.sealed),
  }));
}

async function record(
  platform: Platform,
  trx: Kysely<Database>,
  act: {
    readonly action: string;
    readonly target: string;
    readonly by: string;
    readonly details: Readonly<Record<string, number | boolean>>;
  },
): Promise<void> {
  const tenants = await trx.selectFrom('tenants').select('tenant_id').orderBy('tenant_id').execute();
  for (const { tenant_id: tenantId } of tenants)
    await platform.audit.record(trx, {
      tenantId,
      actor: { id: null, name: act.by },
      action: act.action,
      target: act.target,
      outcome: 'done',
      correlationId: 'keys',
      ip: null,
      details: act.details,
    });
}
