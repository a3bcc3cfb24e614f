import { screenHref } from '../../src/domain/screens/link.ts';
import type { Transaction } from 'kysely';
import type { Problem, Result } from '../../src/contracts/problem.ts';
import type { Platform } from '../context.ts';
import type { Database } from '../db/schema.ts';
import { addActivity } from '../entities/notices.ts';
import { writeTransaction } from '../realtime/log.ts';
import { lockKeys } from '../secrets/keysLock.ts';
import { forgetOldForms, noteToForget } from '../secrets/oldForms.ts';
import { keepSetting, readSetting } from '../settings.ts';
import { openKeyWrap } from './keyWrap.ts';
import { insertCurrent, makeSigner } from './signingKeys.ts';

/**
 * An act on a signing key by the person who runs the platform (issue 15, point 6); tenants cannot do it, so it is not reachable over
 * HTTP. Each act is one transaction. Afterwards every tenant gets a line on its record and an event on `system`. The same transaction
 * notes the act as untold; if telling fails (process ended, a tenant's row locked), it is told at the next act or at the platform's next
 * start.
 */
export type KeyAct =
  | { readonly act: 'rotate'; readonly from: string }
  | { readonly act: 'retire'; readonly kid: string }
  | { readonly act: 'withdraw'; readonly kid: string; readonly reason: string };

/** Result: `kid` is the key acted on, `signs` the key that signs from now on. `again`: the act had been done before. */
export interface KeyDone {
  readonly kid: string;
  readonly signs: string;
  readonly again: boolean;
}

/**
 * Grace time after a rotation, milliseconds: signing under way still uses the former key, and after a retirement its signatures would be
 * dated too late. Longer than any transaction may run.
 */
export const SETTLING_MS = 60_000;

const refused = (message: string): Result<never> => ({ ok: false, problem: { code: 'conflict', message, retry: false } satisfies Problem });

/** Performs an act and notifies all tenants. `by` is who runs the command, as the record shows it. */
export async function performKeyAct(platform: Platform, act: KeyAct, by: string): Promise<Result<KeyDone>> {
  const done = await changeKeys(platform, act, by);
  if (!done.ok) return done;
  const untold = [
    ...(await finishKeyActs(platform)),
    ...(done.value.again ? await tellEverybody(platform, toldOf(act, done.value, by)) : []),
  ];
  // Only after the notifications: a withdrawal must not wait for readers of the tables.
  await forgetOldForms(platform.database, platform.log);
  if (untold.length > 0)
    throw new Error(
      `${words[act.act](done.value)}. Not told to ${[...new Set(untold)].join(', ')}, whose part of the database could not be written: the platform tells them when it starts, or at the next act.`,
    );
  return done;
}

/** Notifies tenants of earlier acts that they were not told of. Returns the tenants that could not be notified now either. */
export async function finishKeyActs(platform: Platform): Promise<readonly string[]> {
  const untold = (await readSetting<readonly ToldAct[]>(platform.db, UNTOLD)) ?? [];
  if (untold.length === 0) return [];
  const missed: string[] = [];
  const told: ToldAct[] = [];
  for (const one of untold) {
    const without = await tellEverybody(platform, one);
    if (without.length === 0) told.push(one);
    missed.push(...without);
  }
  await platform.db.transaction().execute(async (trx) => {
    await lockKeys(trx);
    const now = (await readSetting<readonly ToldAct[]>(trx, UNTOLD)) ?? [];
    await keepSetting(
      trx,
      UNTOLD,
      now.filter((one) => !told.some(({ act, kid }) => act === one.act && kid === one.kid)),
    );
  });
  return missed;
}

/** An act as tenants are told of it. */
interface ToldAct extends Pick<KeyDone, 'kid' | 'signs'> {
  readonly act: KeyAct['act'];
  readonly by: string;
  readonly reason: string | null;
}
const UNTOLD = 'key_acts_untold';
const toldOf = (act: KeyAct, { kid, signs }: KeyDone, by: string): ToldAct => ({
  act: act.act,
  kid,
  signs,
  by,
  reason: act.act === 'withdraw' ? act.reason : null,
});

async function changeKeys(platform: Platform, act: KeyAct, by: string): Promise<Result<KeyDone>> {
  const { db, clock, config } = platform;
  const wrap = await openKeyWrap(config);
  const made = act.act === 'retire' ? null : await makeSigner(clock.now());
  return db.transaction().execute(async (trx): Promise<Result<KeyDone>> => {
    await lockKeys(trx);
    const done = await changeWithin(trx);
    // Also for a key that was retired before: repeating the act makes sure that old forms are removed.
    if (done.ok && act.act !== 'rotate') await noteToForget(trx);
    if (done.ok && !done.value.again)
      await keepSetting(trx, UNTOLD, [...((await readSetting<readonly ToldAct[]>(trx, UNTOLD)) ?? []), toldOf(act, done.value, by)]);
    return done;
  });

  async function changeWithin(trx: Transaction<Database>): Promise<Result<KeyDone>> {
    const current = await trx.selectFrom('signing_keys').select('kid').where('state', '=', 'current').executeTakeFirst();
    const succeed = async (): Promise<string> => {
      if (made === null) throw new Error('no key was made to follow');
      await insertCurrent(trx, wrap, made, clock.now());
      return made.kid;
    };
    switch (act.act) {
      case 'rotate': {
        if (current?.kid !== act.from) return refused(`${act.from} no longer signs: ${current?.kid ?? 'no key'} does.`);
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
        await change(trx, act.kid, { state: 'retired', retired_at: clock.now(), private_key: null });
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
  }
}

const unknown = (kid: string): string => `There is no key ${kid}. \`list\` shows those there are.`;

async function change(trx: Transaction<Database>, kid: string, to: Readonly<Record<string, unknown>>): Promise<void> {
  await trx.updateTable('signing_keys').set(to).where('kid', '=', kid).execute();
}

const words: Readonly<Record<KeyAct['act'], (done: Pick<KeyDone, 'kid' | 'signs'>) => string>> = {
  rotate: ({ kid, signs }) => `Signing key rotated: ${signs} signs from now on, ${kid} no longer`,
  retire: ({ kid }) => `Signing key ${kid} retired: what it signed until now stays valid`,
  withdraw: ({ kid }) => `Signing key ${kid} withdrawn: nothing that it signed is valid any more`,
};

/**
 * Notifies each tenant; a failure for one (locked rows) does not keep a withdrawal from the others. Returns the tenants that could not be
 * notified.
 */
async function tellEverybody(platform: Platform, told: ToldAct): Promise<string[]> {
  const tenants = await platform.db.selectFrom('tenants').select('tenant_id').orderBy('tenant_id').execute();
  const missed: string[] = [];
  for (const { tenant_id: tenantId } of tenants) {
    try {
      await tellTenant(platform, tenantId, told);
    } catch (failure) {
      platform.log.error('keys.tell', failure);
      missed.push(tenantId);
    }
  }
  return missed;
}

async function tellTenant(platform: Platform, tenantId: string, { act, kid, signs, by, reason }: ToldAct): Promise<void> {
  const action = `key.${act}`;
  // Exempt from read-only mode: a withdrawn key must be known at once.
  await writeTransaction(
    platform,
    tenantId,
    async (trx, emit, now, day) => {
      const before = await trx
        .selectFrom('audit_records')
        .select('audit_id')
        .where('tenant_id', '=', tenantId)
        .where('action', '=', action)
        .where('target', '=', kid)
        .executeTakeFirst();
      if (before !== undefined) return;
      const correlationId = `keys-${act}`;
      emit({ type: 'system.keys', resourceId: kid, data: { act, kid }, correlationId });
      const writing = { trx, emit, tenantId, now, day, correlationId };
      await addActivity(writing, words[act]({ kid, signs }), screenHref('keys'), act === 'withdraw' ? 'warning' : 'info');
      await platform.audit.record(trx, {
        tenantId,
        actor: { id: null, name: by },
        action,
        target: kid,
        outcome: 'done',
        correlationId,
        ip: null,
        details: { signs, ...(reason === null ? {} : { reason }) },
      });
    },
    { exempt: true },
  );
}
