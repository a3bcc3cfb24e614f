import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { projectRoot } from '../root.ts';
import { openTestDatabase } from '../testing/platform.ts';
import { olderTriggers } from '../testing/ruledPlatform.ts';
import type { OpenDatabase } from './database.ts';
import { everyRowRule } from './migrations/rules/every.ts';
import { keptTables } from './migrations/signed/trigger.ts';

let database: OpenDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

describe('docs/RULES.md', { tags: ['S-12'] }, () => {
  const text = readFileSync(join(projectRoot, 'docs/RULES.md'), 'utf8');
  const sections = new Map(
    text
      .split(/^### /m)
      .slice(1)
      .map((section) => [/^\w+/.exec(section)?.[0] ?? '', section]),
  );

  it('has a section for every table of the database, and no other', { tags: ['S-12'] }, async () => {
    const { rows } = await sql<{ name: string }>`
      select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(
      database.db,
    );
    expect([...sections.keys()].sort()).toEqual(rows.map(({ name }) => name).sort());
    expect(
      [...sections.entries()]
        .filter(([, section]) => section.split('\n')[0]?.endsWith('†'))
        .map(([name]) => name)
        .sort(),
    ).toEqual([...keptTables].sort());
  });

  it('names every rule that the database has, with its table and in its words, and no other', { tags: ['S-12'] }, async () => {
    const { rows } = await sql<{ name: string; table: string }>`
      select tgname as name, tgrelid::regclass::text as table from pg_trigger where not tgisinternal and tgname not like '%_not_cleared'`.execute(
      database.db,
    );
    const known = [
      ...everyRowRule.map(({ name, table, says }) => `${table}: ${says}. \`${name}\``),
      ...rows.filter(({ name }) => !olderTriggers.test(name)).map(({ name, table }) => `${table}: ${name}`),
    ];
    const named = new Set(everyRowRule.map(({ name }) => name));
    const told = [...sections].flatMap(([table, section]) =>
      [...section.matchAll(/^- (.+?`(\w+)`)$/gm)].map(([, line = '', name = '']) => `${table}: ${named.has(name) ? line : name}`),
    );
    expect(told.sort()).toEqual(known.sort());
  });
});
