/**
 * Declarations of the Dexie schema, one object per version (README: tables and indexes are only added). Security-relevant code
 * (encryption, the row audit, taking over from an older build, wiping) iterates the database's own tables; a table declared here without
 * a rule (`tableRules` in resources.ts) does not compile.
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
/** Version 2: search by words; chain links stay when their verification gets a newer one. */
const tables2 = {
  verifications: 'vrfId, chainIndex, at, *tokens, [status+at], [siteCode+at]',
  chain: 'chainIndex, vrfId',
} as const;
/** Version 3: finance, schools, incidents and agents. Only new tables, filled by the first fetch. */
const tables3 = {
  portfolios: 'portfolioId',
  payments: 'paymentId, at',
  schools: 'schoolId',
  incidents: 'incidentId, at',
  agents: 'agentId',
} as const;
/**
 * Version 4: search for packs by words; the audit record, for those who may see it. The first fetch fills the table, takeOver.ts the
 * column.
 */
const tables4 = {
  packs: 'packId, at, *tokens, [status+at], [siteCode+at]',
  auditRecords: 'place, at, actor, area, outcome, *tokens',
} as const;

/**
 * Version 5: no new table or index. Under a lock columns are veiled (`veiledColumns.ts`): a writer that finds a smaller number rewrites
 * its rows in that form.
 */
const tables5 = {} as const;

/** Version 6: what was typed and not sent. */
const tables6 = {
  drafts: 'key, at',
} as const;

/** Every version's tables, oldest first; version numbers start at 1. */
export const schemaVersions = [tables1, tables2, tables3, tables4, tables5, tables6] as const;

/** Number of the newest version, which a writer records in the database (takeOver.ts). */
export const schemaVersion: number = schemaVersions.length;

type NamesOf<T> = T extends unknown ? keyof T & string : never;
/** Every table declared by any version. */
export type SchemaTable = NamesOf<(typeof schemaVersions)[number]>;

/** The complete list of tables that are never encrypted, each with its reason. All others are encrypted, declared here or not. */
export const neverEncrypted = {
  sync: 'Names of resources, moments, counts, and how their last fetch went: asked inside transactions, where nothing can be opened. Sums and names are encrypted (encryptedSync.ts).',
  cursors: 'Numbers of the event log, of the hub’s term and of the schema: asked inside transactions.',
} as const satisfies Partial<Record<SchemaTable, string>>;

/** Tables whose rows have no entity: they have their own writers and readers, and are encrypted like the others. */
type OwnTable = 'chain' | 'segments' | 'setAside' | 'outbox';

/** Tables with rows of entities: all others. */
export type TableName = Exclude<SchemaTable, keyof typeof neverEncrypted | OwnTable>;
/** Every table that is encrypted, audited and taken over. */
export type EncryptedTable = Exclude<SchemaTable, keyof typeof neverEncrypted>;

/** Declarations of `ukweli-meta`, which has one version so far. */
export const metaTables = { marks: 'name', anchors: 'tenantId' } as const;

/** `ukweli-meta` is never encrypted: it is read before a lock is opened. A table without its reason does not compile. */
export const neverEncryptedMeta: { readonly [T in keyof typeof metaTables]: string } = {
  marks:
    'Who was confirmed last, the lock itself, what is still to be told to the platform: asked before the lock is open. Of the person two ids stand here; what else is said of them is encrypted (workers/hub/lock/encryptedSession.ts).',
  anchors: 'Place and seal of the newest link of a tenant’s chain: nothing of a person, and it must outlive everybody.',
};

/** Every table's newest declaration. */
export const newestDeclarations: Readonly<Record<SchemaTable, string>> = Object.assign({}, ...schemaVersions) as Record<
  SchemaTable,
  string
>; // later ones win

/** Name of a table's primary key, from its newest declaration. */
export function keyPathOf(table: SchemaTable): string {
  return newestDeclarations[table].split(',', 1)[0]?.replace('++', '') ?? '';
}
