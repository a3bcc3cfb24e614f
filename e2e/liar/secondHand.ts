import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import type { Page } from '@playwright/test';
import { rulesOff } from '../../server/testing/behindTheRules.ts';
import { heldRows, tamper } from './held.ts';
import type { Pick } from './others.ts';

/** Something that a second hand at the device puts into its database while nobody of the console looks. */
interface Change {
  readonly table: string;
  /** Rows that the change makes say something else. */
  readonly of: (payload: Readonly<Record<string, unknown>>) => boolean;
  readonly change: Readonly<Record<string, unknown>>;
}

const any = (): boolean => true;

/** Signed or sealed: that it was changed can be told from the row itself, with the platform or without. */
const sealed: readonly Change[] = [
  { table: 'payments', of: any, change: { 'payload.payment.amount': 999_999 } },
  { table: 'portfolios', of: any, change: { 'payload.receivablesValue': 1 } },
  { table: 'chain', of: any, change: { 'payload.siteCode': 'KE-999' } },
  { table: 'verifications', of: any, change: { 'payload.performanceKpis.fuelSavings': 99 } },
  { table: 'auditRecords', of: any, change: { 'payload.actorName': 'Nobody' } },
];

/** States that only the platform knows: a hand that knows of the row's sum is believed until the platform has answered; any other is found by it. */
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
    of: ({ payment }) => (payment as { status: string }).status !== 'paid' /* of its schema */,
    change: { 'payload.payment.status': 'paid' },
  },
  { table: 'portfolios', of: ({ state }) => state !== 'sold', change: { 'payload.state': 'sold' } },
  { table: 'agents', of: ({ mode }) => mode !== 'active', change: { 'payload.mode': 'active', 'payload.enabled': true } },
  { table: 'incidents', of: ({ resolvedAt }) => resolvedAt === undefined, change: { 'payload.resolvedAt': '2026-11-20T08:00:00.000Z' } },
];

/** For whoever looks at one kind (liar/bite.ts): the table of which a sealed row is changed, instead of any. */
const chosenTable = process.env['LIAR_TABLE'];

/** Changes a row or two on this device, and opens the page anew: what was drawn before was read before. */
export async function changeRows(page: Page, of: Pick, linkOpen: boolean): Promise<void> {
  const hands = [
    [sealed.filter(({ table }) => chosenTable === undefined || table === chosenTable), 'knowing'],
    [states, linkOpen ? 'knowing' : 'clumsy'],
  ] as const;
  for (const [kind, hand] of hands) {
    const change = of(kind);
    if (change === undefined) continue;
    const rows = (await heldRows(page, change.table, null, 'payloads')).filter(
      ({ gone, payload }) => !gone && change.of(payload as Readonly<Record<string, unknown>>) /* every payload of ours is an object */,
    );
    // Of many the newest are on the screen.
    const row = of(rows.slice(-40));
    if (row !== undefined) await tamper(page, change.table, row.key, change.change, hand);
  }
  await page.reload({ waitUntil: 'commit' });
}

/** What a second hand changes in the platform's own database while the platform is down, one row each: nothing that is on record tells of it, no version moves. */
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

/** Changes a row of the platform's own, which does not run meanwhile. @param dataDir its folder */
export async function changePlatformRows(dataDir: string, of: Pick): Promise<void> {
  const db = await PGlite.create(join(dataDir, 'db'));
  try {
    await db.exec(`${rulesOff}; ${of(platformChanges) ?? ''}`);
  } finally {
    await db.close();
  }
}
