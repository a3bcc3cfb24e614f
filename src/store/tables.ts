/**
 * The declarations of the Dexie schema, one object a version (README: tables and indexes are only added). Everything that is walked for safety (sealing, the
 * audit of rows, taking over from an older build, wiping) is walked from the database's own tables; a table that is declared here and has no rule
 * (`tableRules` in resources.ts) does not compile.
 */
const tables1 = {
  kpis: 'id',
  components: 'name',
  stages: 'name',
  deadLetters: 'itemId, at, errorCode',
  verifications: 'vrfId, chainIndex, at, [status+at], [siteCode+at]',
  packs: 'packId, at, [status+at], [siteCode+at]',
  manifests: 'packId',
  keys: 'place',
  activities: 'activityId, at',
  notifications: 'notificationId, at',
  singles: 'id',
  series: 'id',
  sync: 'resource',
  segments: '++id, topic, storedAt',
  cursors: 'id',
  setAside: '++id',
  outbox: '++id, state',
} as const;
/** Version 2: search by words; links of the chain kept when their verification moves on. */
const tables2 = {
  verifications: 'vrfId, chainIndex, at, *tokens, [status+at], [siteCode+at]',
  chain: 'chainIndex, vrfId',
} as const;
/** Version 3: finance, schools, incidents and agents. New tables only: the first fetch fills them. */
const tables3 = {
  portfolios: 'portfolioId',
  payments: 'paymentId, at',
  schools: 'schoolId',
  incidents: 'incidentId, at',
  agents: 'agentId',
} as const;
/** Version 4: packs found by words; the audit record, for those who may see it. The first fetch fills the table, takeOver.ts the column. */
const tables4 = {
  packs: 'packId, at, *tokens, [status+at], [siteCode+at]',
  auditRecords: 'place, at, actor, area, outcome, *tokens',
} as const;

/** Version 5: no table and no index is new. Under a lock columns are veiled (`veiledColumns.ts`): a writer that finds a smaller number brings its rows into that form. */
const tables5 = {} as const;

/** Every version's tables, oldest first; the number of a version is its place, from 1. */
export const schemaVersions = [tables1, tables2, tables3, tables4, tables5] as const;

/** Number of the newest version, which a writer leaves in the database (takeOver.ts). */
export const schemaVersion: number = schemaVersions.length;

type NamesOf<T> = T extends unknown ? keyof T & string : never;
/** Every table that any version declares. */
export type SchemaTable = NamesOf<(typeof schemaVersions)[number]>;

/** THE list of tables that are never sealed, each with its reason. Whatever is not in it is sealed, declared here or not. */
export const neverSealed = {
  sync: 'Names of resources, moments, counts, and how their last fetch went: asked inside transactions, where nothing can be opened. Sums and names are sealed (sealedSync.ts).',
  cursors: 'Numbers of the event log, of the hub’s term and of the schema: asked inside transactions.',
} as const satisfies Partial<Record<SchemaTable, string>>;

/** Tables whose rows are not an entity's: they have their own writers and readers, and are sealed like the others. */
type OwnTable = 'chain' | 'segments' | 'setAside' | 'outbox';

/** The tables with rows of entities: all that are not listed above. */
export type TableName = Exclude<SchemaTable, keyof typeof neverSealed | OwnTable>;
/** Every table that is sealed, audited and taken over. */
export type SealedTable = Exclude<SchemaTable, keyof typeof neverSealed>;

/** The declarations of `ukweli-meta`, which has one version so far. */
export const metaTables = { marks: 'name', anchors: 'tenantId' } as const;

/** What stands in `ukweli-meta` is never sealed: it is read before anybody has opened a lock. A table without its reason does not compile. */
export const neverSealedMeta: { readonly [T in keyof typeof metaTables]: string } = {
  marks:
    'Who was confirmed last, the lock itself, what is still to be told to the platform: asked before the lock is open. Of the person two ids stand here; what else is said of them is sealed (workers/hub/sealedSession.ts).',
  anchors: 'Place and seal of the newest link of a tenant’s chain: nothing of a person, and it must outlive everybody.',
};

/** Name of a table's primary key, as its newest declaration says. */
export function keyPathOf(table: SchemaTable): string {
  const declared = schemaVersions.toReversed().find((tables) => Object.hasOwn(tables, table)) as
    | Readonly<Record<string, string>>
    | undefined; // looked up by name
  return (declared?.[table] ?? '').split(',', 1)[0]?.replace('++', '') ?? '';
}
