import { createHash } from 'node:crypto';
import type { Page } from '@playwright/test';
import type { AuditRecord } from '../../src/contracts/audit.ts';
import type { OutboxItem } from '../../src/contracts/outbox.ts';
import type { SignedRecord } from '../../src/contracts/verdict.ts';
import type { ChainEntry } from '../../src/contracts/verification.ts';
import { auditLinkOf, judgeAudit } from '../../src/domain/records/auditChain.ts';
import { checkChain } from '../../src/domain/records/chain.ts';
import { answerGraceMs } from '../../src/domain/freshness/freshness.ts';
import { freshnessRuleOf, topicsCarrying } from '../../src/domain/freshness/resources.ts';
import { lintKeys } from '../../src/evidence/keys.ts';
import { checkRecord } from '../../src/evidence/records.ts';
import { rowsIn } from '../../src/store/resources.ts';
import type { Facts, SignedTable } from './facts.ts';
import { heldRows } from './held.ts';

/** Reads the device's database for the oracle itself, independent of how the console reads it. */

const tenantId = 'demo';
/** Digests by text: a chain is checked hundreds of times and hardly changes in between. */
const digests = new Map<string, string>();
function sha256(text: string): string {
  const known = digests.get(text);
  if (known !== undefined) return known;
  if (digests.size >= 20_000) digests.clear();
  const digest = createHash('sha256').update(text).digest('hex');
  digests.set(text, digest);
  return digest;
}
const payloads = async (page: Page, table: string): Promise<readonly unknown[]> =>
  (await heldRows(page, table, null, 'payloads')).map(({ payload }) => payload);

/** Whether the stored links of the verification chain fit, from the first one on. */
export async function chainHolds(page: Page): Promise<boolean> {
  const held = (await payloads(page, 'chain')) as readonly ChainEntry[]; // As stored; looking for tampered ones.
  const rows = (await payloads(page, 'verifications')) as readonly ChainEntry[]; // Each is its verification's newest link.
  return (await checkChain(tenantId, [...held, ...rows], null, sha256)).state === 'whole';
}

/** The same for the stored lines of the record, which may begin after the first. */
export async function recordHolds(page: Page): Promise<boolean> {
  const held = (await payloads(page, 'auditRecords')) as readonly AuditRecord[]; // as above
  const links = await Promise.all(held.map((line) => auditLinkOf(tenantId, line, sha256)));
  return judgeAudit(links, null).state === 'whole';
}

/** Which of the signed rows pass the check here. @param keys the platform's JWKS keys */
export async function signedHolds(page: Page, keys: readonly unknown[]): Promise<NonNullable<Facts['signed']>> {
  const at = new Date().toISOString();
  const trusted = { set: lintKeys(keys), fetchedAt: at };
  const verdictsOf = async (table: SignedTable, kind: 'payment' | 'portfolio'): Promise<Readonly<Record<string, boolean>>> => {
    const passed = await Promise.all(
      (await heldRows(page, table, null, 'payloads')).map(async ({ key, payload }) => {
        const { outcome } = await checkRecord({ kind, value: payload } as SignedRecord /* As stored, unchecked. */, trusted, tenantId, at);
        return [key, outcome === 'verified'] as const;
      }),
    );
    return Object.fromEntries(passed);
  };
  return { payments: await verdictsOf('payments', 'payment'), portfolios: await verdictsOf('portfolios', 'portfolio') };
}

/** The commands decided here, by idempotency key. */
export async function decisionsOn(page: Page): Promise<NonNullable<Facts['decisions']>> {
  const items = (await payloads(page, 'outbox')) as readonly OutboxItem[]; // The table's row type.
  return Object.fromEntries(items.map(({ key, command }) => [key, command]));
}

/** Resources whose rows have versions, and whether the answer is complete: then a row missing from it was removed. */
export const versioned = {
  kpis: 'whole',
  pipeline: 'whole',
  health: 'whole',
  dlq: 'whole',
  refinancePortfolios: 'whole',
  rbfPayments: 'part',
  verifications: 'part',
  evidence: 'part',
  incidents: 'part',
  aiAgents: 'whole',
  killSwitch: 'part',
} as const;
export type Versioned = keyof typeof versioned;

/** Rows of an answer that the device lacks or has in an older version, and removed ones that it still has: `key@version`. */
export async function missedOn(page: Page, resource: Versioned, answer: unknown): Promise<readonly string[]> {
  // The platform's own tests check its answers against their contracts.
  const { entity, values } = rowsIn(resource, answer as never);
  const platform = new Map(values.map((value) => [entity.keyOf(value), entity.versionOf(value)] as const));
  const whole = versioned[resource] === 'whole';
  const held = new Map((await heldRows(page, entity.table, whole ? null : [...platform.keys()])).map((row) => [row.key, row] as const));
  const missed = [...platform].filter(([key, version]) => {
    const row = held.get(key);
    return row === undefined || row.version < version;
  });
  const left = whole ? [...held.values()].filter(({ key, gone }) => !gone && !platform.has(key)) : [];
  return [...missed.map(([key, version]) => `${key}@${version}`), ...left.map(({ key }) => `${key}@gone`)];
}

/**
 * How long 'Live' may be displayed while a row is missing, milliseconds (D-15): streamed rows arrive with the stream; others are fetched
 * at their interval, and changes are announced.
 */
export function liveDelayMs(resource: Versioned): number {
  const toldMs = 12_000;
  if (topicsCarrying(resource).length > 0) return toldMs;
  return (freshnessRuleOf(resource).refetchMs ?? 0) + answerGraceMs + toldMs;
}

/** The subject of a claim whose `about` is the title of a panel or list: the resource shown there, found by the screen's URL. */
export function subjectOf(kind: string, about: string, path: string): string {
  if (kind === 'live') return liveOf(path, about) ?? about;
  if (kind === 'signatures') return path === '/finance/rbf' ? 'payments' : path === '/finance/dgn' ? 'portfolios' : about;
  return about;
}

/** The resource of a panel or screen, by URL and title; null if its rows have no versions. */
function liveOf(path: string, about: string): Versioned | null {
  const own = byTitle[about];
  if (own !== undefined) return own;
  return byPath[path] ?? null;
}

const byPath: Readonly<Record<string, Versioned>> = {
  '/operations/pipeline': 'pipeline',
  '/operations/dlq': 'dlq',
  '/operations/verifications': 'verifications',
  '/operations/evidence': 'evidence',
  '/finance/rbf': 'rbfPayments',
  '/finance/dgn': 'refinancePortfolios',
  '/system/health': 'health',
  '/system/incidents': 'incidents',
};
/** Panels whose rows are not their screen's; null for rows without versions or of several kinds. */
const byTitle: Readonly<Record<string, Versioned | null>> = {
  'Verification Accuracy': 'kpis',
  'Avg Latency': 'kpis',
  'Automation Rate': 'kpis',
  'DLQ Items': 'dlq',
  'Dead Letter Queue': 'dlq',
  'Latest errors': 'dlq',
  Pipeline: 'pipeline',
  'Recent Verifications': 'verifications',
  'DGN Portfolio': null,
  Trends: null,
  Latency: null,
  'What changed in the last hour': null,
  Services: null,
  'Emergency Controls': null,
  Notifications: null,
  'Recent Activity': null,
};
