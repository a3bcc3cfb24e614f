import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { problemAnswerSchema } from '../../src/contracts/problem.ts';
import { z } from '../../src/contracts/zod.ts';
import { createTestPlatform, type TestOptions, type TestPlatform } from '../../server/testing/platform.ts';

/** A running platform under attack, with helpers that compare its state before and after. */
export interface Attacked extends TestPlatform {
  /** Base URL it listens on; its own Origin is `platform.config.origin`. */
  readonly address: string;
  /** Sends exactly this text over TCP and reads until the server closes the connection. */
  talk(text: string): Promise<RawAnswer>;
  /** A digest of all rows except those of tables that the platform writes by itself, such as the audit record. */
  state(): Promise<string>;
  /** Actions in the audit record with this correlation id. */
  onRecord(correlationId: string): Promise<readonly { action: string; outcome: string; target: string }[]>;
}

export interface RawAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Starts a platform that listens on loopback. */
export async function startAttacked(options: TestOptions = {}): Promise<Attacked> {
  const test = await createTestPlatform({ ...options, config: { simulation: 'off', ...options.config } });
  await test.app.listen({ port: 0, host: '127.0.0.1' });
  await test.platform.start();
  const { port } = test.app.server.address() as AddressInfo; // listening on TCP
  const { db } = test.platform;
  return {
    ...test,
    address: `http://127.0.0.1:${port}`,
    talk: (text) => talk(port, text),
    async state() {
      const { rows: tables } = await sql<{ name: string }>`select table_name as name from information_schema.tables
        where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> all (${[...byItself]}) order by 1`.execute(db);
      const digests: string[] = [];
      for (const { name } of tables) {
        const { rows } = await sql<{ digest: string }>`select md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as digest
          from ${sql.table(name)} t ${name === 'platform_settings' ? sql`where key not like '%lease%'` : sql``}`.execute(db);
        digests.push(`${name} ${rows[0]?.digest}`);
      }
      return digests.join('\n');
    },
    onRecord: (correlationId) =>
      db
        .selectFrom('audit_records')
        .select(['action', 'outcome', 'target'])
        .where('correlation_id', '=', correlationId)
        .orderBy('audit_id')
        .execute(),
  };
}

/**
 * Tables that the platform writes by itself, besides its leases: the audit record of refused requests, and the per-minute history that is
 * written when a test advances the clock.
 */
const byItself = ['audit_records', 'series_chunks', 'kpi_snapshots'] as const;

function talk(port: number, text: string): Promise<RawAnswer> {
  return new Promise((resolve) => {
    let told = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(text));
    socket.setEncoding('utf8');
    socket.on('data', (chunk: string) => {
      told += chunk;
    });
    socket.on('error', () => socket.destroy());
    socket.on('close', () => resolve(rawAnswer(told)));
  });
}

/** Status, headers and body of a raw HTTP answer. */
function rawAnswer(told: string): RawAnswer {
  const end = told.indexOf('\r\n\r\n');
  const [first = '', ...lines] = told.slice(0, end === -1 ? undefined : end).split('\r\n');
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  );
  return { status: Number(first.split(' ')[1] ?? 0), headers, body: end === -1 ? '' : told.slice(end + 4) };
}

/** Expects the standard problem shape with this code and no detail of the cause. */
export function expectGeneric(body: string, code: string): void {
  const { error } = z.parse(problemAnswerSchema, JSON.parse(body));
  expect(error.code).toBe(code);
  expect(body).not.toMatch(/stack|at .*\.[jt]s:|sql|select |FST_|origin|cookie/i);
}
