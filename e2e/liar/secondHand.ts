import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { expect, type Page } from '@playwright/test';
import { rulesOff } from '../../server/testing/behindTheRules.ts';
import { heldRows, tamper } from './held.ts';
import type { Pick } from './others.ts';

/** A change that a third party makes in the device's database while no page of the console is open. */
interface Change {
  readonly table: string;
  /** Rows whose content the change alters. */
  readonly of: (payload: Readonly<Record<string, unknown>>) => boolean;
  readonly change: Readonly<Record<string, unknown>>;
}

const any = (): boolean => true;

/** Signed or sealed rows: the row itself reveals the change, with or without the platform. */
const sealed: readonly Change[] = [
  { table: 'payments', of: any, change: { 'payload.payment.amount': 999_999 } },
  { table: 'portfolios', of: any, change: { 'payload.receivablesValue': 1 } },
  { table: 'chain', of: any, change: { 'payload.siteCode': 'KE-999' } },
  { table: 'verifications', of: any, change: { 'payload.performanceKpis.fuelSavings': 99 } },
  { table: 'auditRecords', of: any, change: { 'payload.actorName': 'Nobody' } },
];

/**
 * Unsigned states, which only the platform can refute: with the row's checksum removed the change is believed until the platform answers;
 * with a stale checksum the console finds it.
 */
const states: readonly Change[] = [
  { table: 'stages', of: ({ status }) => status !== 'green', change: { 'payload.status': 'green', 'payload.currentLagMinutes': 0 } },
  { table: 'components', of: any, change: { 'payload.status': 'healthy' } },
  {
    table: 'verifications',
    of: ({ status }) => status !== 'verified',
    change: { 'payload.status': 'verified', status: 'verified' },
  },
  {
    table: 'payments',
    of: ({ payment }) => (payment as { status: string }).status !== 'paid' /* Guaranteed by its schema. */,
    change: { 'payload.payment.status': 'paid' },
  },
  { table: 'portfolios', of: ({ state }) => state !== 'sold', change: { 'payload.state': 'sold' } },
  { table: 'agents', of: ({ mode }) => mode !== 'active', change: { 'payload.mode': 'active', 'payload.enabled': true } },
  { table: 'incidents', of: ({ resolvedAt }) => resolvedAt === undefined, change: { 'payload.resolvedAt': '2026-11-20T08:00:00.000Z' } },
];

/** For tests of one kind (liar/bite.ts): the table of which a sealed row is changed; any if not set. */
const chosenTable = process.env['LIAR_TABLE'];

/**
 * Changes a row or two on this device and reloads the page, because the open page has already read them.
 * @param answered whether the platform answers every call now; then the change to a state is the one that only it can refute, and this
 * waits until it has
 */
export async function changeRows(page: Page, pick: Pick, answered: boolean): Promise<void> {
  const hands = [
    [sealed.filter(({ table }) => chosenTable === undefined || table === chosenTable), 'knowing'],
    [states, answered ? 'knowing' : 'clumsy'],
  ] as const;
  let believed: { readonly table: string; readonly key: string } | null = null;
  for (const [kind, hand] of hands) {
    const change = pick(kind);
    if (change === undefined) continue;
    const rows = (await heldRows(page, change.table, null, 'payloads')).filter(
      ({ gone, payload }) => !gone && change.of(payload as Readonly<Record<string, unknown>>) /* Every payload is an object. */,
    );
    // The newest are the ones on screen.
    const row = pick(rows.slice(-40));
    if (row === undefined) continue;
    await tamper(page, change.table, row.key, change.change, hand);
    if (kind === states && hand === 'knowing') believed = { table: change.table, key: row.key };
  }
  await page.reload({ waitUntil: 'commit' });
  if (believed === null) return;
  const { table, key } = believed;
  const summed = async (): Promise<boolean> => (await heldRows(page, table, [key]))[0]?.summed !== false;
  await expect.poll(summed, { message: `the platform's answer has not replaced ${table} ${key}`, timeout: 60_000 }).toBe(true);
}

/**
 * Changes a third party makes in the platform's own database while the platform is down, one row each: no record line mentions them, and
 * no version changes.
 */
const platformChanges = [
  `update rbf_payments set amount = amount + 1 where tenant_id = 'demo'
    and payment_id = (select max(payment_id) from rbf_payments where tenant_id = 'demo')`,
  `update portfolios set receivables_value = receivables_value + 1 where tenant_id = 'demo'
    and portfolio_id = (select max(portfolio_id) from portfolios where tenant_id = 'demo')`,
  `update chain_entries set canonical = replace(canonical, '"siteCode":"', '"siteCode":"X') where tenant_id = 'demo'
      and chain_index = (select max(chain_index) - 2 from chain_entries where tenant_id = 'demo')`,
  `update audit_records set actor_name = 'Nobody' where tenant_id = 'demo'
      and chain_index = (select max(chain_index) - 2 from audit_records where tenant_id = 'demo')`,
] as const;

/** Changes a row of the stopped platform. @param dataDir its data folder */
export async function changePlatformRows(dataDir: string, pick: Pick): Promise<void> {
  const db = await PGlite.create(join(dataDir, 'db'));
  try {
    await db.exec(`${rulesOff}; ${pick(platformChanges) ?? ''}`);
  } finally {
    await db.close();
  }
}
