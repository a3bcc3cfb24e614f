import type pg from 'pg';
import { checkLists, checkText, isSound } from '../../server/audit/recordCheck.ts';
import { openPostgres } from '../../server/db/database.ts';
import { createLogger } from '../../server/log.ts';
import { type CommandVerdict, judgeCommands, judgeSeqs, type SeqVerdict } from './judge.ts';
import { type Decided, noteOf } from './load.ts';
import type { StreamReader } from './readers.ts';
import { askDatabase } from './stage.ts';

/** Findings after the run: the commands in three places, the logs, each reader, and the append-only lists. */
export interface Aftermath {
  /** Notes on timelines, lines of the record, and stored answers. */
  readonly commands: Readonly<Record<'notes' | 'record' | 'keys', CommandVerdict>>;
  readonly refused: number;
  /** Per tenant, from the oldest stored event to the head. */
  readonly logs: Readonly<Record<string, SeqVerdict & { readonly from: number; readonly upTo: number }>>;
  /** Per reader, from the first event received to the common end. */
  readonly readers: Readonly<Record<string, SeqVerdict & { readonly events: number; readonly resyncs: number }>>;
  readonly recordIsSound: boolean;
  /** As `npm run record:check` prints it. */
  readonly recordText: string;
}

/**
 * Collects the findings over connections of its own.
 * @param upTo sequence number up to which each reader is judged
 */
export async function lookBack(
  databaseUrl: string,
  decided: readonly Decided[],
  readers: readonly { readonly reader: StreamReader; readonly upTo: number }[],
): Promise<Aftermath> {
  const issued = decided.map(({ key, acknowledgedAt }) => ({ key, acknowledged: acknowledgedAt !== null }));
  const keyOfText = new Map(decided.map(({ key }) => [noteOf(key), key]));
  const keyOfSending = new Map(decided.flatMap(({ key, sendings }) => sendings.map((id) => [id, key] as const)));
  const found = await askDatabase(databaseUrl, async (client) => ({
    notes: await column(client, `select text as value from incident_entries where text like '${noteOf('%')}'`),
    // Since the first decision only these clients write notes, so a note whose correlation id belongs to none of their requests is
    // unexpected.
    record: await column(
      client,
      `select correlation_id as value from audit_records where outcome = 'done' and action = 'incident.note' and tenant_id = 'demo' and at >= $1`,
      [new Date(Math.min(...decided.map(({ at }) => at)) - 1000).toISOString()],
    ),
    keys: await column(client, `select key as value from idempotency_keys where key like 'failover-%'`),
    logs: await logsOf(client),
  }));
  const verdict = (rows: readonly string[], keyOf: (row: string) => string | undefined): CommandVerdict =>
    judgeCommands(
      issued,
      rows.map((row) => keyOf(row) ?? `unknown: ${row}`),
    );
  const database = await openPostgres(
    databaseUrl,
    createLogger(() => undefined),
  );
  const checks = await checkLists(database.db).finally(() => database.close());
  return {
    commands: {
      notes: verdict(found.notes, (text) => keyOfText.get(text)),
      record: verdict(found.record, (id) => keyOfSending.get(id)),
      keys: verdict(found.keys, (key) => key),
    },
    refused: decided.filter(({ refused }) => refused !== null).length,
    logs: found.logs,
    readers: Object.fromEntries(readers.map(({ reader, upTo }) => [reader.name, verdictOf(reader, upTo)])),
    recordIsSound: isSound(checks),
    recordText: checkText(checks),
  };
}

function verdictOf({ arrivals, resyncs }: StreamReader, upTo: number) {
  const seqs = arrivals.map(({ seq }) => seq).filter((seq) => seq <= upTo);
  return { ...judgeSeqs(seqs, seqs[0] ?? 1, upTo), events: seqs.length, resyncs: resyncs() };
}

async function column(client: pg.Client, query: string, values: readonly string[] = []): Promise<readonly string[]> {
  return (await client.query<{ value: string }>(query, [...values])).rows.map(({ value }) => value);
}

async function logsOf(client: pg.Client): Promise<Aftermath['logs']> {
  // One snapshot, since the platform continues to write.
  await client.query('begin isolation level repeatable read');
  const heads = await client.query<{ tenant_id: string; seq: string }>('select tenant_id, seq from event_heads');
  const logs: Record<string, SeqVerdict & { from: number; upTo: number }> = {};
  for (const { tenant_id: tenantId, seq } of heads.rows) {
    const { rows } = await client.query<{ seq: string }>('select seq from events where tenant_id = $1 order by seq', [tenantId]);
    const seqs = rows.map((row) => Number(row.seq));
    const [from, upTo] = [seqs[0] ?? 1, Number(seq)];
    logs[tenantId] = { ...judgeSeqs(seqs, from, upTo), from, upTo };
  }
  await client.query('commit');
  return logs;
}
