/** Statements for triggers of migration 151. */

/** Tables of which nothing that was signed or sealed goes. */
export const keptTables = [
  'covenants',
  'rbf_payments',
  'portfolios',
  'signed_statements',
  'verifications',
  'chain_entries',
  'verification_causes',
  'evidence_packs',
  'evidence_files',
  'compliance_reports',
  'audit_records',
  'checkpoints',
  'signing_keys',
  'incident_entries',
  'ai_acts',
] as const;

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** A trigger that refuses an update or a delete which `when` is true of (null: every one). `key` is the column that names the row. */
export function refuses(
  on: 'update' | 'delete' | 'update or delete',
  table: string,
  key: string,
  rule: string,
  when: string | null,
  words: string,
): string {
  const condition = when === null ? '' : ` when (${when})`;
  return `create trigger ${rule} before ${on} on ${table} for each row${condition} execute function refuse_by_rule(${[rule, key, words].map(quoted).join(', ')})`;
}

/** Whether an update changes one of these columns. */
export function changes(columns: readonly string[]): string {
  const of = (row: string): string => `(${columns.map((column) => `${row}.${column}`).join(', ')})`;
  return `${of('old')} is distinct from ${of('new')}`;
}

/** Whether an update takes `column` another way than `moves` has it. */
export function movesOtherwise(column: string, moves: Readonly<Record<string, readonly string[]>>): string {
  const ways = Object.entries(moves).flatMap(([from, next]) => next.map((to) => `(${quoted(from)}, ${quoted(to)})`));
  return `old.${column} <> new.${column} and (old.${column}, new.${column}) not in (${ways.join(', ')})`;
}

/** A trigger by a function of its own, which asks other rows: `body` raises through `refuse_row` or lets the row pass. */
export function asks(rule: string, event: string, table: string, when: string | null, body: string): readonly string[] {
  const condition = when === null ? '' : ` when (${when})`;
  return [
    `create function ${rule}() returns trigger language plpgsql as $$
    ${body}
    $$`,
    `create trigger ${rule} before ${event} on ${table} for each row${condition} execute function ${rule}()`,
  ];
}
