import type { Kysely } from 'kysely';
import { type AuditEntry, createAudit } from '../audit/audit.ts';
import type { Platform } from '../context.ts';
import type { Database } from '../db/schema.ts';
import { demoAccounts, demoTenants } from '../identity/demo/demoAccounts.ts';
import { EAT_OFFSET_MS, FIXED_ANCHOR } from './anchor.ts';
import { type Act, actsOnRecord } from './auditActs.ts';
import { createRandom, type Random } from './random.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** Number of recent days with working sessions; earlier acts from the rows are on record too. */
const WORKED_DAYS = 14;
/** Days before the seed's moment at which the accounts were created. */
const OPENED_DAYS_AGO = 31;

type Account = (typeof demoAccounts)[number];
/** A line of the record with its time of writing, epoch milliseconds. */
interface Line {
  readonly atMs: number;
  readonly entry: AuditEntry;
}

/**
 * Writes the record of what people did before the demo begins (D-27): the acts that its rows imply, and the sessions in which they
 * happened. Uses the platform's own writer, so that the chain is whole; every line is dated before the seed's moment.
 */
export async function seedAuditTrail(platform: Platform): Promise<void> {
  const { config, clock, database } = platform;
  const anchorMs = config.simulation === 'off' ? Date.parse(FIXED_ANCHOR) : clock.business().getTime();
  let atMs = anchorMs;
  const audit = createAudit({ database, clock: { now: () => new Date(atMs) } });
  await database.db.transaction().execute(async (trx) => {
    for (const [index, { tenantId }] of demoTenants.entries()) {
      for (const line of await linesOf(trx, tenantId, createRandom(0xa0d1 + index), anchorMs)) {
        ({ atMs } = line);
        await audit.record(trx, line.entry);
      }
    }
  });
}

async function linesOf(trx: Kysely<Database>, tenantId: string, random: Random, anchorMs: number): Promise<readonly Line[]> {
  const accounts = demoAccounts.filter((account) => account.tenantId === tenantId);
  const acts = await actsOnRecord(trx, tenantId, random, anchorMs);
  const openedMs = anchorMs - OPENED_DAYS_AGO * DAY_MS;
  const opened = accounts.map(({ accountId, role }, index): Line => {
    const entry = {
      tenantId,
      actor: { id: null, name: 'Command line' },
      action: 'account.create',
      target: accountId,
      outcome: 'done',
    } as const;
    return { atMs: openedMs + index * 40_000, entry: { ...entry, correlationId: 'admin:create', ip: null, details: { role } } };
  });
  const done = acts.map(({ atMs, account, ...what }): Line => {
    const actor = account === null ? { id: null, name: what.as } : { id: account.accountId, name: account.name };
    const { action, target, outcome, details } = what;
    const from = account === null ? { correlationId: 'monthly-close', ip: null } : { correlationId: uuid(random), ip: addressOf(account) };
    return { atMs, entry: { tenantId, actor, action, target, outcome, details, ...from } };
  });
  const sessions = accounts.flatMap((account) => sessionsOf(account, tenantId, acts, random, anchorMs));
  return [...opened, ...done, ...sessions].filter(({ atMs }) => atMs < anchorMs).sort((a, b) => a.atMs - b.atMs);
}

/** A person's sessions: on most working days, and on every day on which they did something. */
function sessionsOf(account: Account, tenantId: string, acts: readonly Act[], random: Random, anchorMs: number): readonly Line[] {
  const lines: Line[] = [];
  const today = Math.floor((anchorMs + EAT_OFFSET_MS) / DAY_MS);
  for (let day = today - OPENED_DAYS_AGO; day <= today; day += 1) {
    const midnightMs = day * DAY_MS - EAT_OFFSET_MS;
    const done = acts.filter((act) => act.account === account && act.atMs >= midnightMs && act.atMs < midnightMs + DAY_MS);
    const weekday = new Date(day * DAY_MS).getUTCDay();
    const works = day > today - WORKED_DAYS && weekday !== 0 && weekday !== 6 && random.next() < 0.85;
    if (!works && done.length === 0) continue;
    const moments = done.map(({ atMs }) => atMs);
    const from = works ? [midnightMs + random.int(465, 540) * MINUTE_MS] : [];
    const to = works ? [midnightMs + random.int(975, 1_060) * MINUTE_MS] : [];
    const beginsMs = Math.min(...moments.map((atMs) => atMs - random.int(3, 9) * MINUTE_MS), ...from);
    const endsMs = Math.max(...moments.map((atMs) => atMs + random.int(4, 20) * MINUTE_MS), ...to);
    const line = { tenantId, target: uuid(random), ip: addressOf(account) };
    const actor = { id: account.accountId, name: account.name };
    // An occasional mistyped password; a failed sign-in has no known actor.
    if (random.next() < 0.06) {
      const slipped = { ...line, target: account.accountId, actor: { id: null, name: 'Unknown' }, details: { why: 'mismatch' } };
      lines.push({
        atMs: beginsMs - 25_000,
        entry: { ...slipped, action: 'session.create', outcome: 'failed', correlationId: uuid(random) },
      });
    }
    const came = { ...line, actor, details: { method: 'oidc' } };
    lines.push({ atMs: beginsMs, entry: { ...came, action: 'session.create', outcome: 'done', correlationId: uuid(random) } });
    const left = { ...line, actor, details: { reason: 'user' } };
    lines.push({ atMs: endsMs, entry: { ...left, action: 'session.end', outcome: 'done', correlationId: uuid(random) } });
  }
  return lines;
}

/** A fixed address in the office network for each person. */
function addressOf({ accountId }: Account): string {
  return `10.20.4.${21 + demoAccounts.findIndex((account) => account.accountId === accountId)}`;
}

/** A version 4 UUID from the seed's random source, the format of the platform's ids and correlation ids. */
function uuid(random: Random): string {
  const hex = (digits: number) =>
    random
      .int(0, 16 ** digits - 1)
      .toString(16)
      .padStart(digits, '0');
  return `${hex(8)}-${hex(4)}-4${hex(3)}-${random.pick(['8', '9', 'a', 'b'])}${hex(3)}-${hex(8)}${hex(4)}`;
}
