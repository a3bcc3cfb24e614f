import { sql, type Transaction } from 'kysely';
import type { Problem, Result } from '../../src/contracts/problem.ts';
import type { Platform } from '../context.ts';
import type { Database } from '../db/schema.ts';
import { addActivity } from '../entities/notices.ts';
import { writeTransaction } from '../realtime/log.ts';
import { openKeyWrap } from './keyWrap.ts';
import { insertCurrent, makeSigner } from './signingKeys.ts';

/**
 * What is done to a key by whoever runs the platform (issue 15, point 6): never by a tenant, and so never over HTTP. Each act is one transaction; afterwards every tenant has
 * it on its record and hears of it on `system`. An act that was made and not told everywhere (the process ended in between) is told where it is missing when it is asked for again.
 */
export type KeyAct =
  | { readonly act: 'rotate'; readonly from: string }
  | { readonly act: 'retire'; readonly kid: string }
  | { readonly act: 'withdraw'; readonly kid: string; readonly reason: string };

/** What came of it. `kid` is the key that was acted on, `signs` the one that signs from now on. `again`: it had been done before. */
export interface KeyDone {
  readonly kid: string;
  readonly signs: string;
  readonly again: boolean;
}

/** What is being signed at the rotation has the former key in hand for as long; its signatures would be dated after its end. Longer than any transaction may stand. */
export const SETTLING_MS = 60_000;

/** Number of the lock under which keys are changed, of no meaning otherwise. */
const KEYS_LOCK = 7205759403792815n;

const refused = (message: string): Result<never> => ({ ok: false, problem: { code: 'conflict', message, retry: false } satisfies Problem });

/** Performs it and tells everybody. `by` is who runs the command, as it stands on record. */
export async function performKeyAct(platform: Platform, act: KeyAct, by: string): Promise<Result<KeyDone>> {
  const done = await changeKeys(platform, act);
  if (!done.ok) return done;
  await forgetPrivateHalves(platform);
  await tellEverybody(platform, act, done.value, by);
  return done;
}

async function changeKeys(platform: Platform, act: KeyAct): Promise<Result<KeyDone>> {
  const { db, clock, config } = platform;
  const wrap = await openKeyWrap(config);
  const made = act.act === 'retire' ? null : await makeSigner(clock.business());
  return db.transaction().execute(async (trx): Promise<Result<KeyDone>> => {
    await sql`select pg_advisory_xact_lock(${KEYS_LOCK})`.execute(trx);
    const current = await trx.selectFrom('signing_keys').select('kid').where('state', '=', 'current').executeTakeFirst();
    const succeed = async (): Promise<string> => {
      if (made === null) throw new Error('no key was made to follow');
      await insertCurrent(trx, wrap, made, clock.business());
      return made.kid;
    };
    switch (act.act) {
      case 'rotate': {
        if (current?.kid !== act.from) return refused(`${act.from} does not sign any more: ${current?.kid ?? 'no key'} does.`);
        await change(trx, act.from, { state: 'former', stopped_at: clock.now() });
        return { ok: true, value: { kid: act.from, signs: await succeed(), again: false } };
      }
      case 'retire': {
        const row = await trx.selectFrom('signing_keys').selectAll().where('kid', '=', act.kid).executeTakeFirst();
        if (row === undefined) return refused(unknown(act.kid));
        if (row.state === 'withdrawn') return refused(`${act.kid} was withdrawn on ${row.withdrawn_at}.`);
        if (row.state === 'current') return refused(`${act.kid} signs now. Rotate first: then another signs, and this one can be retired.`);
        if (row.state === 'retired') return { ok: true, value: { kid: act.kid, signs: current?.kid ?? '', again: true } };
        const settledAt = Date.parse(row.stopped_at ?? row.created_at) + SETTLING_MS;
        if (clock.now().getTime() < settledAt)
          return refused(
            `What was being signed at the rotation may still be under way. Retire ${act.kid} from ${new Date(settledAt).toISOString()} on.`,
          );
        await change(trx, act.kid, { state: 'retired', retired_at: clock.business(), private_key: null });
        return { ok: true, value: { kid: act.kid, signs: current?.kid ?? '', again: false } };
      }
      case 'withdraw': {
        const row = await trx.selectFrom('signing_keys').select('state').where('kid', '=', act.kid).executeTakeFirst();
        if (row === undefined) return refused(unknown(act.kid));
        if (row.state === 'withdrawn') return { ok: true, value: { kid: act.kid, signs: current?.kid ?? '', again: true } };
        const gone = { state: 'withdrawn', private_key: null, withdrawn_at: clock.now(), withdrawn_reason: act.reason } as const;
        await change(trx, act.kid, gone);
        return { ok: true, value: { kid: act.kid, signs: row.state === 'current' ? await succeed() : (current?.kid ?? ''), again: false } };
      }
      default:
        return act satisfies never;
    }
  });
}

const unknown = (kid: string): string => `There is no key ${kid}. \`list\` shows those there are.`;

async function change(trx: Transaction<Database>, kid: string, to: Readonly<Record<string, unknown>>): Promise<void> {
  await trx.updateTable('signing_keys').set(to).where('kid', '=', kid).execute();
}

/** A changed row leaves its old form in the table's file until that is written anew: a private half that is to be gone is gone from there too. */
async function forgetPrivateHalves(platform: Platform): Promise<void> {
  await platform.db.connection().execute(async (db) => {
    // It waits for whoever reads a key just now; nobody's row is held meanwhile.
    await sql`set lock_timeout = '30s'`.execute(db);
    await sql`vacuum (full) signing_keys`.execute(db);
    await sql`reset lock_timeout`.execute(db);
  });
}

const words: Readonly<Record<KeyAct['act'], (done: KeyDone) => string>> = {
  rotate: ({ kid, signs }) => `Signing key rotated: ${signs} signs from now on, ${kid} no more`,
  retire: ({ kid }) => `Signing key ${kid} retired: what it signed until now still counts`,
  withdraw: ({ kid }) => `Signing key ${kid} withdrawn: nothing that it signed counts any more`,
};

async function tellEverybody(platform: Platform, act: KeyAct, done: KeyDone, by: string): Promise<void> {
  const action = `key.${act.act}`;
  const tenants = await platform.db.selectFrom('tenants').select('tenant_id').orderBy('tenant_id').execute();
  for (const { tenant_id: tenantId } of tenants) {
    // In read-only mode too: a key that is withdrawn must be known at once, whatever else stands still.
    await writeTransaction(
      platform,
      tenantId,
      async (trx, emit) => {
        const told = await trx
          .selectFrom('audit_records')
          .select('audit_id')
          .where('tenant_id', '=', tenantId)
          .where('action', '=', action)
          .where('target', '=', done.kid)
          .executeTakeFirst();
        if (told !== undefined) return;
        const correlationId = `keys-${act.act}`;
        emit({ type: 'system.keys', resourceId: done.kid, data: { act: act.act, kid: done.kid }, correlationId });
        const writing = { trx, emit, tenantId, now: platform.clock.business(), correlationId };
        await addActivity(writing, words[act.act](done), '/system/keys', act.act === 'withdraw' ? 'warning' : 'info');
        await platform.audit.record(trx, {
          tenantId,
          actor: { id: null, name: by },
          action,
          target: done.kid,
          outcome: 'done',
          correlationId,
          ip: null,
          details: { signs: done.signs, ...(act.act === 'withdraw' ? { reason: act.reason } : {}) },
        });
      },
      { exempt: true },
    );
  }
}
