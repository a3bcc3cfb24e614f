/**
 * What the rows of a table hold to (S-12), as data: migration 150 looks for rows that break a rule by the same words and conditions that it then lays down for good. A list here
 * belongs to its migration and is never changed once released; another rule comes with another migration.
 */
interface Common {
  /** The constraint's or index's name in the database, by which a refusal is told. */
  readonly name: string;
  readonly table: string;
  /** The columns that a row is named by to people. */
  readonly key: readonly string[];
  /** The rule in one sentence without its full stop, as operator and person read it. */
  readonly says: string;
}

/** Every row meets a condition in SQL. Unknown (null) is not broken, as PostgreSQL has it. */
export interface HoldsRule extends Common {
  readonly kind: 'holds';
  readonly condition: string;
}

/** No two rows, of those that `among` is true of, say the same in these columns. */
export interface OnceRule extends Common {
  readonly kind: 'once';
  readonly columns: readonly string[];
  readonly among?: string;
}

/** What these columns name is there. `late`: asked at the end of the transaction, where two rows name each other. */
export interface RefersRule extends Common {
  readonly kind: 'refers';
  readonly columns: readonly string[];
  readonly to: string;
  readonly toColumns: readonly string[];
  readonly late?: true;
}

/** A rule of any kind. */
export type RowRule = HoldsRule | OnceRule | RefersRule;

type Unnamed = (table: string, key: readonly string[]) => RowRule;

/** The rules of one table, whose rows are named by `key`. */
export function rulesOf(table: string, key: readonly string[], rules: readonly Unnamed[]): readonly RowRule[] {
  return rules.map((rule) => rule(table, key));
}

/** Every row meets `condition`. */
export const holds =
  (what: string, condition: string, says: string): Unnamed =>
  (table, key) => ({ kind: 'holds', name: `${table}_${what}`, table, key, condition, says });

/** No two rows say the same in `columns`. */
export const once =
  (what: string, columns: readonly string[], says: string, among?: string): Unnamed =>
  (table, key) => ({ kind: 'once', name: `${table}_${what}`, table, key, columns, says, ...(among === undefined ? {} : { among }) });

/** What `columns` name is a row of `to`, in the same tenant. */
export const refers =
  (
    what: string,
    columns: readonly string[],
    to: string,
    says: string,
    more: { readonly toColumns?: readonly string[]; readonly late?: true } = {},
  ): Unnamed =>
  (table, key) => ({
    kind: 'refers',
    name: `${table}_${what}`,
    table,
    key,
    columns: ['tenant_id', ...columns],
    to,
    toColumns: ['tenant_id', ...(more.toColumns ?? columns)],
    says,
    ...(more.late === undefined ? {} : { late: true as const }),
  });

/** The row's tenant is one of the platform's. */
export const ofTenant = (what: string): Unnamed => refers('of_tenant', [], 'tenants', `The tenant of ${what} is there`);

/** A number that is one: neither NaN nor without end, which double precision would take. */
export const isNumber = (column: string): string => `${column} > '-Infinity' and ${column} < 'Infinity'`;
/** ISO 4217's form. */
export const isCurrency = (column: string): string => `${column} ~ '^[A-Z]{3}$'`;
/** SHA-256 as 64 lower-case hexadecimal digits. */
export const isHash = (column: string): string => `${column} ~ '^[0-9a-f]{64}$'`;
