import { screenHref } from '../../src/domain/screens/link.ts';
import type { Selectable } from 'kysely';
import type { KillSwitch } from '../../src/contracts/killSwitch.ts';
import type { Database } from '../db/schema.ts';
import { addActivity } from './notices.ts';
import { troubleEnded, troubleStands } from './trouble.ts';
import type { Writing } from './writing.ts';
import { type By, wordsFor } from './by.ts';

/** The switch as sent; no row means that it was never activated. */
export function toKillSwitch(row: Selectable<Database['kill_switches']> | undefined): KillSwitch {
  if (row === undefined) return { active: false, reason: '', by: '', since: null, version: 0 };
  return {
    active: row.active,
    reason: row.reason,
    by: row.by_name,
    ...(row.by_id === null ? {} : { byId: row.by_id }),
    since: row.changed_at,
    version: row.version,
  };
}

/** Reads the switch in this transaction. */
export async function readKillSwitch({ trx, tenantId }: Pick<Writing, 'trx' | 'tenantId'>): Promise<KillSwitch> {
  return toKillSwitch(await trx.selectFrom('kill_switches').selectAll().where('tenant_id', '=', tenantId).executeTakeFirst());
}

/**
 * Sets the switch and notifies every console on the control topic, which reaches each subscription (D-14). `at` is the platform's own
 * clock.
 */
export async function moveKillSwitch(
  writing: Writing,
  to: { readonly active: boolean; readonly reason: string; readonly by: By; readonly at: Date; readonly version: number },
): Promise<KillSwitch> {
  const { trx, emit, tenantId, correlationId } = writing;
  const columns = {
    active: to.active,
    reason: to.reason,
    by_name: to.by.name,
    by_id: to.by.id,
    changed_at: to.at.toISOString(),
    version: to.version,
  };
  const row = await trx
    .insertInto('kill_switches')
    .values({ tenant_id: tenantId, ...columns })
    .onConflict((conflict) => conflict.column('tenant_id').doUpdateSet(columns))
    .returningAll()
    .executeTakeFirstOrThrow();
  const moved = toKillSwitch(row);
  emit({ type: 'system.kill_switch', resourceId: 'kill-switch', version: row.version, data: { ...moved }, correlationId });
  await addActivity(
    writing,
    to.active
      ? `Kill switch activated by ${wordsFor(to.by)}: all processing halted`
      : `Kill switch released by ${wordsFor(to.by)}: processing resumed`,
    screenHref('incidents'),
    to.active ? 'warning' : 'success',
  );
  if (to.active)
    await troubleStands(writing, {
      rule: 'killSwitch',
      title: 'Emergency kill switch activated',
      description: 'All processing is halted and the platform is read-only until an administrator releases the switch.',
      runbook: null,
      services: [],
      text: `Activated by ${wordsFor(to.by)}: ${to.reason}`,
    });
  else await troubleEnded(writing, { rule: 'killSwitch' }, `Released by ${wordsFor(to.by)}: ${to.reason}`);
  return moved;
}
