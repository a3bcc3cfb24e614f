import { createPrivateKey } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../db/schema.ts';

/** Every row of every table as text: what a person with a copy of the database has. */
export async function copyOf(db: Kysely<Database>): Promise<string> {
  const tables = await sql<{ name: string }>`
    select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(db);
  const texts: string[] = [];
  for (const { name } of tables.rows) {
    const { rows } = await sql<{ row: string }>`select t::text as row from ${sql.table(name)} t`.execute(db);
    texts.push(`${name}\n${rows.map(({ row }) => row).join('\n')}`);
  }
  return texts.join('\n');
}

/** Everything in a copy that could be a key: each run of characters used in keys, as text and as decoded bytes. */
export function candidatesIn(copy: string): readonly (string | Buffer)[] {
  const words = new Set(copy.match(/[\w.+/=-]{8,}/g));
  const parts = [...words].flatMap((word) => word.split('.')).filter(({ length }) => length >= 8);
  return [...new Set([...words, ...parts])].flatMap((word) =>
    [word, Buffer.from(word, 'base64'), Buffer.from(word, 'hex')].filter(({ length }) => length > 0),
  );
}

/**
 * All spellings in which a row could contain a secret: plain, escaped (JSON and others), base64, base64url, hexadecimal; for a private
 * key also each of its private members.
 */
export function spellingsOf(secret: string | Buffer): readonly string[] {
  const forms = [secret, ...membersOf(secret)].flatMap((form) => {
    const own = typeof form === 'string' ? [Buffer.from(form), ...bytesIn(form)] : [form];
    return own.flatMap((bytes) => {
      const text = bytes.toString('utf8');
      return [
        // Base64 depends on the offset modulo three; only the inner part is independent of the surrounding bytes.
        ...[0, 1, 2].flatMap((shift) => shifted(bytes, shift)),
        bytes.toString('hex'),
        bytes.toString('hex').toUpperCase(),
        ...(text.includes('\uFFFD') ? [] : [text, JSON.stringify(text).slice(1, -1), text.replaceAll('"', '""')]),
      ];
    });
  });
  return [...new Set(forms)].filter(({ length }) => length >= 12);
}

function shifted(bytes: Buffer, shift: number): string[] {
  const text = Buffer.concat([Buffer.alloc(shift), bytes]).toString('base64');
  const core = text.slice(shift === 0 ? 0 : 4, text.length - (text.length % 4) - 4);
  return [core, core.replaceAll('+', '-').replaceAll('/', '_')];
}

/** The bytes that a text encodes, if any. */
function bytesIn(text: string): Buffer[] {
  return /^[\w+/=-]{16,}$/.test(text) ? [Buffer.from(text, 'base64')] : [];
}

function membersOf(secret: string | Buffer): string[] {
  if (typeof secret !== 'string') return [];
  if (secret.includes('PRIVATE KEY')) {
    const jwk = createPrivateKey(secret).export({ format: 'jwk' });
    // The first half contains the public part.
    const lines = secret.trim().split('\n').slice(1, -2);
    return [...lines.slice(lines.length / 2), ...(['d', 'p', 'q', 'dp', 'dq', 'qi'] as const).map((name) => jwk[name] ?? '')];
  }
  if (!secret.startsWith('{')) return [];
  const jwk = JSON.parse(secret) as Readonly<Record<string, string>>; // made by identity/idp/keys.ts
  return ['d', 'p', 'q', 'dp', 'dq', 'qi'].map((name) => jwk[name] ?? '');
}
