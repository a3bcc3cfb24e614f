import { type Insertable, type Kysely, type Selectable, sql } from 'kysely';
import type { Reading, School, SchoolFinancing } from '../../src/contracts/school.ts';
import { figureOver } from '../../src/domain/figures/fold.ts';
import { paymentsFold, schoolPaymentStatus } from '../../src/domain/figures/payments.ts';
import { tonnesFold } from '../../src/domain/figures/reduction.ts';
import { schoolStandingOf } from '../../src/domain/finance/schoolRule.ts';
import type { Database } from '../db/schema.ts';
import type { SchoolFigure } from '../db/tables/operations.ts';
import { readPaymentFacts, type SitePayment } from './paymentFacts.ts';
import { readSiteRecords, type SiteRecords } from './siteRecords.ts';

type SchoolRow = Selectable<Database['schools']>;
type ReadingRow = Selectable<Database['school_readings']>;

/** The newest record of a site, and the status of the newest decided one. */
interface NewestRecord {
  readonly siteCode: string;
  readonly uptime: number;
  readonly fuelSavings: number;
  /** When it was received, ISO 8601. */
  readonly receivedAt: string;
  readonly decided: string | null;
}

/** A school as sent (C-48), with its financing. */
export interface SchoolAnswer {
  readonly school: School;
  readonly financing: SchoolFinancing;
}

/**
 * A tenant's schools, by name. Savings and uptime are those of the newest record, tonnes and credits those of verified records; the
 * payment status is that of the payments as of `at`. Readings from the school carry their own time and source (D-59).
 */
export async function readSchools(db: Kysely<Database>, tenantId: string, at: Date): Promise<readonly SchoolAnswer[]> {
  const rows = await db.selectFrom('schools').selectAll().where('tenant_id', '=', tenantId).orderBy('school_name').execute();
  if (rows.length === 0) return [];
  const codes = rows.map((row) => row.site_code);
  const readings = await db.selectFrom('school_readings').selectAll().where('tenant_id', '=', tenantId).execute();
  const { records } = await readSiteRecords(db, tenantId, sql`s.site_code in (${sql.join(codes)})`);
  const payments = await readPaymentFacts(db, tenantId, sql`p.site_code in (${sql.join(codes)})`);
  const { rows: newest } = await sql<NewestRecord>`
    select distinct on (v.site_code) v.site_code as "siteCode", v.uptime, v.fuel_savings as "fuelSavings", v.received_at as "receivedAt", (
      select d.status from verifications d
      where d.tenant_id = v.tenant_id and d.site_code = v.site_code and d.status <> 'pending' order by d.ordinal desc limit 1
    ) as decided
    from verifications v where v.tenant_id = ${tenantId} and v.site_code in (${sql.join(codes)}) order by v.site_code, v.ordinal desc`.execute(
    db,
  );
  return rows.map((row) =>
    toSchool(row, {
      at,
      readings: readings.filter((one) => one.school_id === row.school_id),
      records: records.filter((one) => one.siteCode === row.site_code),
      payments: payments.filter((one) => one.siteCode === row.site_code),
      newest: newest.find((one) => one.siteCode === row.site_code),
    }),
  );
}

interface SchoolFacts {
  readonly at: Date;
  readonly readings: readonly ReadingRow[];
  readonly records: readonly SiteRecords[];
  readonly payments: readonly SitePayment[];
  readonly newest: NewestRecord | undefined;
}

function toSchool(row: SchoolRow, { at, readings, records, payments, newest }: SchoolFacts): SchoolAnswer {
  const readingOf = (figure: SchoolFigure): ReadingRow | undefined => readings.find((one) => one.figure === figure);
  // The documented type requires numbers and words; without a reading they are placeholders, and its entry in `readings` is missing.
  const valueOf = (figure: SchoolFigure): number => readingOf(figure)?.value ?? 0;
  const saved = figureOver(tonnesFold, records, undefined);
  const counts = figureOver(paymentsFold, payments, at.getTime());
  const standing = newest === undefined ? null : schoolStandingOf({ fuelSavingsPercent: newest.fuelSavings, uptime: newest.uptime });
  const word = readingOf('sensor_health')?.word;
  return {
    school: {
      schoolId: row.school_id,
      siteCode: row.site_code,
      schoolName: row.school_name,
      location: row.location,
      cookingTime: valueOf('cooking_time'),
      steamFlow: valueOf('steam_flow'),
      fuelConsumption: valueOf('fuel_consumption'),
      fuelSavingsPercent: newest?.fuelSavings ?? 0,
      uptime: newest?.uptime ?? 0,
      sensorHealth: word === 'healthy' || word === 'warning' ? word : 'critical',
      readings: {
        ...readingAs('cookingTime', readingOf('cooking_time')),
        ...readingAs('steamFlow', readingOf('steam_flow')),
        ...readingAs('fuelConsumption', readingOf('fuel_consumption')),
        ...readingAs('sensorHealth', readingOf('sensor_health')),
      },
      records: records.reduce((total, one) => total + one.records, 0),
      lastUpdated: newest?.receivedAt ?? row.updated_at,
      version: row.version,
    },
    financing: {
      schoolId: row.school_id,
      verifiedEnergyCharges: valueOf('energy_charges'),
      costSavings: valueOf('cost_savings'),
      readings: {
        ...readingAs('verifiedEnergyCharges', readingOf('energy_charges')),
        ...readingAs('costSavings', readingOf('cost_savings')),
      },
      paymentStatus: schoolPaymentStatus(counts) ?? 'pending',
      payments: {
        total: counts?.total ?? 0,
        paid: counts?.paid ?? 0,
        pending: counts?.pending ?? 0,
        failed: counts?.failed ?? 0,
        overdue: counts?.overdue ?? 0,
      },
      carbonCreditsGenerated: saved?.credits ?? 0,
      emissionReductions: saved?.tonnes ?? 0,
      verifiedRecords: saved?.records ?? 0,
      // Only well-performing sites without doubts are packaged in a note.
      dgnEligible: standing?.performing === true && newest?.decided === 'verified',
    },
  };
}

function readingAs<Name extends string>(name: Name, row: ReadingRow | undefined): { readonly [name in Name]?: Reading } {
  if (row === undefined) return {};
  return { [name]: { at: row.at, by: row.source, simulated: row.simulated } } as { readonly [name in Name]: Reading }; // TypeScript widens a computed key to string
}

/** Stores readings of a school's figures; each replaces the previous one. */
export async function writeReadings(db: Kysely<Database>, rows: readonly Insertable<Database['school_readings']>[]): Promise<void> {
  await db
    .insertInto('school_readings')
    .values([...rows])
    .onConflict((conflict) =>
      conflict.columns(['tenant_id', 'school_id', 'figure']).doUpdateSet((excluded) => ({
        value: excluded.ref('excluded.value'),
        word: excluded.ref('excluded.word'),
        at: excluded.ref('excluded.at'),
        source: excluded.ref('excluded.source'),
        simulated: excluded.ref('excluded.simulated'),
      })),
    )
    .execute();
}
