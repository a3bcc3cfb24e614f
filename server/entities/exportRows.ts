import type { Permission } from '../../src/contracts/access.ts';
import { setImmediate as breathe } from 'node:timers/promises';
import type { Kysely, Selectable } from 'kysely';
import type { ExportFilter, ExportType } from '../../src/contracts/export.ts';
import { componentNames, type HealthComponent } from '../../src/contracts/health.ts';
import { stageNames } from '../../src/contracts/pipeline.ts';
import { type SeriesMetric, seriesWindows } from '../../src/contracts/series.ts';
import { milestoneTotals } from '../../src/domain/exports/finance.ts';
import { type ExportPlace, passing } from '../../src/domain/exports/narrowing.ts';
import { ruleOf } from '../../src/domain/exports/rules.ts';
import type { ExportRow } from '../../src/domain/exports/sheets.ts';
import { serviceRows } from '../../src/domain/operations/incidentServices.ts';
import { latencySpans } from '../../src/domain/operations/latencySpans.ts';
import { componentTitles } from '../../src/domain/operations/platformStates.ts';
import { windowFrom } from '../../src/domain/series/seriesWindows.ts';
import { stageChanges } from '../../src/domain/operations/stageChanges.ts';
import { toAuditRecord } from '../audit/audit.ts';
import type { Platform } from '../context.ts';
import type { Database } from '../db/schema.ts';
import { readPacks } from '../evidence/packs.ts';
import { rangeUpTo } from '../series/chunks.ts';
import { isHeld } from '../db/types.ts';
import { readSeries } from '../series/readSeries.ts';
import { readTrail } from './agents.ts';
import { readQueued } from './deadLetters.ts';
import { readIncidents } from './incidents.ts';
import { toComponent, toStage } from './operations.ts';
import { readOverrides } from './overrides.ts';
import { readPayments } from './paymentList.ts';
import { readPortfolios } from './portfolioList.ts';
import { readReports } from './reports.ts';
import { type BareUser, readUsersAfter } from './users.ts';
import { firstLink, type VerificationRow, toVerification } from './verification.ts';

/** Maximum number of rows in one file. Readers fetch at most one more, to detect an excess without holding all rows. */
export const MAX_EXPORTED = 100_000;
const most = MAX_EXPORTED + 1;

/** Input of a reader: one snapshot of the database. */
export interface ExportReading {
  readonly platform: Pick<Platform, 'clock' | 'config'>;
  readonly db: Kysely<Database>;
  readonly tenantId: string;
  /** Permissions of the person the file is for. */
  readonly permissions: ReadonlySet<Permission>;
  readonly filter: ExportFilter;
  /** Measures the platform's own components; used when nothing else reports them. */
  readonly measureSelf: (db: Kysely<Database>) => Promise<readonly HealthComponent[]>;
}
type Read<Type extends ExportType> = (reading: ExportReading, place: ExportPlace) => Promise<readonly ExportRow<Type>[]>;

/** Rows read at a time from the tables that grow without end. */
const rowsAPage = 10_000;

/**
 * The rows of a long table that pass the filter, at most one more than fit into a file. Narrowed page by page: what does not match does
 * not count, and is not held in memory, however long the table is.
 * @param page up to `rowsAPage` rows after this one; the table's first ones if there is none
 */
async function matching<Type extends ExportType, Row>(
  type: Type,
  { filter }: ExportReading,
  place: ExportPlace,
  page: (after: Row | undefined) => Promise<readonly Row[]>,
  toRow: (row: Row) => ExportRow<Type>,
): Promise<readonly ExportRow<Type>[]> {
  const found: ExportRow<Type>[] = [];
  for (let after: Row | undefined; found.length < most; ) {
    const rows = await page(after);
    for (const row of passing(ruleOf(type), rows.map(toRow), filter, place)) found.push(row);
    if (rows.length < rowsAPage) break;
    after = rows.at(-1);
    await breathe();
  }
  return found.slice(0, most);
}

const textIn = (filter: ExportFilter, name: string): string | undefined => {
  const value = filter[name];
  // PostgreSQL text cannot contain NUL; replace it as in all text that people write.
  return typeof value === 'string' ? value.replaceAll('\0', '\ufffd') : undefined;
};

/** A time in the filter, ISO 8601. An invalid one does not narrow the query; the shared rules then match no row. */
const timeIn = (filter: ExportFilter, name: string): string | undefined => {
  const at = Date.parse(textIn(filter, name) ?? '');
  return isHeld(at) ? new Date(at).toISOString() : undefined;
};

/** Reader of each kind. The database applies the filters that have an index; the shared rules apply all of them. */
const readers: { readonly [Type in ExportType]: Read<Type> } = {
  verifications: (reading, place) => {
    const { db, tenantId, filter } = reading;
    let found = db
      .selectFrom('verifications as v')
      .innerJoin('sites as s', (join) => join.onRef('s.tenant_id', '=', 'v.tenant_id').onRef('s.site_code', '=', 'v.site_code'))
      .where('v.tenant_id', '=', tenantId);
    const [siteCode, from] = [textIn(filter, 'siteCode'), timeIn(filter, 'from')];
    if (siteCode !== undefined) found = found.where('v.site_code', '=', siteCode);
    if (from !== undefined) found = found.where('v.sealed_at', '>=', from);
    const page = (after: VerificationRow | undefined): Promise<VerificationRow[]> =>
      (after === undefined ? found : found.where('v.ordinal', '<', after.ordinal))
        .selectAll('v')
        .select(['s.name as site_name', firstLink])
        .orderBy('v.ordinal', 'desc')
        .limit(rowsAPage)
        .execute();
    return matching('verifications', reading, place, page, toVerification);
  },
  evidence_packs: ({ db, tenantId }) => readPacks(db, tenantId),
  dead_letters: ({ db, tenantId, permissions }) => readQueued({ trx: db, tenantId }, permissions),
  stage_changes: async (reading) => {
    const { db, tenantId } = reading;
    const rows = await db.selectFrom('pipeline_stages').selectAll().where('tenant_id', '=', tenantId).execute();
    const series = await historiesOf(
      reading,
      stageNames.map((name): SeriesMetric => `stage.${name}.lag`),
    );
    return stageChanges(rows.map(toStage), series);
  },
  refinance_portfolios: ({ db, tenantId }) => readPortfolios(db, tenantId),
  rbf_payments: ({ db, tenantId }) => readPayments(db, tenantId),
  rbf_milestones: async ({ db, tenantId }) => milestoneTotals(await readPayments(db, tenantId)),
  compliance_reports: ({ db, tenantId }) => readReports(db, tenantId, most),
  ai_overrides: ({ db, tenantId }) => readOverrides({ trx: db, tenantId }, most),
  ai_trail: async ({ db, tenantId }) => (await readTrail({ trx: db, tenantId }, most)).acts,
  component_latency: async (reading) => {
    const held = await readComponents(reading);
    const series = await historiesOf(
      reading,
      componentNames.flatMap((name): SeriesMetric[] => [`component.${name}.p95`, `component.${name}.p50`]),
    );
    const names = componentNames.filter((name) => held.some((each) => each.name === name));
    return latencySpans(
      names.map((name) => ({
        name,
        title: componentTitles[name],
        p95Points: series(`component.${name}.p95`),
        p50Points: series(`component.${name}.p50`),
      })),
    );
  },
  incidents: ({ platform, db, tenantId }) => readIncidents({ trx: db, tenantId }, platform.config.origin, most),
  incident_services: async (reading) => {
    const { platform, db, tenantId } = reading;
    const incidents = await readIncidents({ trx: db, tenantId }, platform.config.origin, most);
    const stages = await db.selectFrom('pipeline_stages').selectAll().where('tenant_id', '=', tenantId).execute();
    const views = incidents.map((incident) => ({
      id: incident.id,
      active: incident.resolvedAt === undefined,
      createdAt: incident.createdAt,
      resolvedAt: incident.resolvedAt ?? null,
      incident,
    }));
    return serviceRows(views, { components: await readComponents(reading), stages: stages.map(toStage) });
  },
  audit_records: (reading, place) => {
    const { db, tenantId, filter } = reading;
    let found = db.selectFrom('audit_records').selectAll().where('tenant_id', '=', tenantId);
    const from = timeIn(filter, 'from');
    if (from !== undefined) found = found.where('at', '>=', from);
    const page = (after: Selectable<Database['audit_records']> | undefined) =>
      (after === undefined ? found : found.where('chain_index', '<', after.chain_index))
        .orderBy('chain_index', 'desc')
        .limit(rowsAPage)
        .execute();
    return matching('audit_records', reading, place, page, toAuditRecord);
  },
  users: (reading, place) => {
    const where = { trx: reading.db, tenantId: reading.tenantId };
    const page = (after: BareUser | undefined) => readUsersAfter(where, after?.id, rowsAPage);
    return matching('users', reading, place, page, (user) => user);
  },
};

/**
 * The tenant's rows of a kind, read in one snapshot: all that pass the filter, and maybe others; at most `MAX_EXPORTED` + 1 where the kind
 * is unbounded.
 */
export function readExportRows<Type extends ExportType>(
  type: Type,
  reading: ExportReading,
  place: ExportPlace,
): Promise<readonly ExportRow<Type>[]> {
  const read: Read<Type> = readers[type];
  return read(reading, place);
}

async function readComponents({ db, tenantId, measureSelf }: ExportReading): Promise<readonly HealthComponent[]> {
  const rows = await db.selectFrom('health_components').selectAll().where('tenant_id', '=', tenantId).orderBy('position').execute();
  return rows.length > 0 ? rows.map(toComponent) : measureSelf(db);
}

/** Histories over the window that the filter names, or the shortest window. */
async function historiesOf({ platform, db, tenantId, filter }: ExportReading, metrics: readonly SeriesMetric[]) {
  const { spanS, stepS } = seriesWindows[windowFrom(textIn(filter, 'window') ?? null, '1h')];
  const range = rangeUpTo(platform.clock.business().getTime(), spanS, stepS);
  const series = new Map((await readSeries(platform, db, tenantId, metrics, range)).map(({ metric, points }) => [metric, points]));
  return (metric: SeriesMetric) => series.get(metric) ?? [];
}
