import { type Kysely, sql } from 'kysely';
import { evidenceRules } from './rules/evidence.ts';
import { moneyRules } from './rules/money.ts';
import { operationsRules } from './rules/operations.ts';
import { peopleRules } from './rules/people.ts';
import type { RowRule } from './rules/rule.ts';

/** Every rule of rows that this step lays down, in the order in which a report names them (docs/RULES.md). */
export const rowRules: readonly RowRule[] = [...moneyRules, ...evidenceRules, ...operationsRules, ...peopleRules];

/** Number from which on the packs of a tenant are the simulated day's own (evidence/packPlan.ts): the only ones that were ever taken away. */
const NEWEST_SEEDED = 934;

/**
 * What the rows of every table hold to (S-12): unique keys, references, conditions. Looks for rows that break one first, and names them all at once to whoever runs the platform: the
 * platform does not guess which of two payments was meant. What triggers hold (151) is not looked for: where a signature or a link does not fit, the platform says so while it runs.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await judgeRows(db, rowRules);
  await sql`alter table evidence_packs add column simulated boolean not null default false`.execute(db);
  await sql`
    update evidence_packs set simulated = true where substring(pack_id from '[0-9]+$')::numeric > ${sql.lit(NEWEST_SEEDED)}`.execute(db);
  await layRules(db, rowRules);
  // Of what refers to rows that are taken away, so that each of them is not looked for in a whole table.
  await sql`create index verifications_by_pack on verifications (tenant_id, evidence_pack_id) where evidence_pack_id is not null`.execute(
    db,
  );
  await sql`create index dead_letters_by_stage on dead_letters (tenant_id, stage)`.execute(db);
}

/** Ends the step, with nothing changed, where rows break one of its rules. @throws RowsBreakRules */
export async function judgeRows(db: Kysely<never>, rules: readonly RowRule[]): Promise<void> {
  const broken = await brokenRules(db, rules);
  if (broken.length > 0) throw new RowsBreakRules(broken);
}

/** Lays rules of rows down for good. */
export async function layRules(db: Kysely<never>, rules: readonly RowRule[]): Promise<void> {
  for (const table of new Set(rules.map((rule) => rule.table))) {
    const added = rules.filter((rule) => rule.table === table).flatMap(constraintOf);
    if (added.length > 0) await sql.raw(`alter table ${table} ${added.join(', ')}`).execute(db);
  }
  for (const rule of rules) {
    if (rule.kind !== 'once') continue;
    const among = rule.among === undefined ? '' : ` where ${rule.among}`;
    await sql.raw(`create unique index ${rule.name} on ${rule.table} (${rule.columns.join(', ')})${among}`).execute(db);
  }
}

/** A rule that rows break: how many, and the first of them by their ids. */
export interface BrokenRule {
  readonly name: string;
  readonly table: string;
  readonly says: string;
  readonly rows: number;
  readonly ids: readonly string[];
}

/** Rows named of each broken rule at most. */
const NAMED = 5;

/** The rules that rows of this database break, whether or not the rules are laid down yet. */
export async function brokenRules(db: Kysely<never>, rules: readonly RowRule[]): Promise<readonly BrokenRule[]> {
  const looks = rules.map((rule, place) => {
    const key = `concat_ws('/', ${rule.key.map((column) => `r.${column}`).join(', ')})`;
    return `select ${place} as place, count(*)::int as rows, (array_agg(${key} order by ${key} collate "C"))[1:${NAMED}] as ids from ${breaking(rule)}`;
  });
  const { rows } = await sql<{ place: number; rows: number; ids: readonly string[] }>`
    select * from (${sql.raw(looks.join(' union all '))}) found where rows > 0 order by place`.execute(db);
  return rows.flatMap(({ place, rows: count, ids }) => {
    const rule = rules[place];
    return rule === undefined ? [] : [{ name: rule.name, table: rule.table, says: rule.says, rows: count, ids }];
  });
}

/** The rows of a table, as `r`, that break a rule. */
function breaking(rule: RowRule): string {
  const of = (alias: string, columns: readonly string[]): string => columns.map((column) => `${alias}.${column}`).join(', ');
  switch (rule.kind) {
    case 'holds':
      return `${rule.table} r where (${rule.condition}) is false`;
    case 'refers':
      return `${rule.table} r where num_nulls(${of('r', rule.columns)}) = 0
        and not exists (select from ${rule.to} o where (${of('o', rule.toColumns)}) = (${of('r', rule.columns)}))`;
    case 'once': {
      const among = rule.among === undefined ? '' : ` where ${rule.among}`;
      return `(select *, count(*) over (partition by ${rule.columns.join(', ')}) as alike from ${rule.table}${among}) r where r.alike > 1`;
    }
    default:
      return rule satisfies never;
  }
}

function constraintOf(rule: RowRule): string[] {
  if (rule.kind === 'holds') return [`add constraint ${rule.name} check (${rule.condition})`];
  if (rule.kind === 'once') return [];
  const late = rule.late === true ? ' deferrable initially deferred' : '';
  return [
    `add constraint ${rule.name} foreign key (${rule.columns.join(', ')}) references ${rule.to} (${rule.toColumns.join(', ')})${late}`,
  ];
}

/** Told to whoever runs the platform, who has to decide what becomes of these rows. */
export class RowsBreakRules extends Error {
  constructor(broken: readonly BrokenRule[]) {
    const lines = broken.map(({ table, says, rows, ids }) => {
      const more = rows > ids.length ? ` and ${rows - ids.length} more` : '';
      return `- ${says}. ${rows} ${rows === 1 ? 'row' : 'rows'} of ${table} ${rows === 1 ? 'breaks' : 'break'} this: ${ids.join(', ')}${more}`;
    });
    super(
      `Rows break rules that the database keeps from now on:\n${lines.join('\n')}\nCorrect them as docs/RULES.md says, then start again`,
    );
  }
}
