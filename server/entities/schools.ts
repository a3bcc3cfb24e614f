import { sql } from 'kysely';
import type { Verification } from '../../src/contracts/verification.ts';
import { rounded } from '../seed/random.ts';
import type { Writing } from './writing.ts';

/** Credits that a verified tonne of CO2e brings: the rest is kept back as a buffer. Of the demo's own schools it is nine tenths. */
const CREDITS_PER_TONNE = 0.9;

/** What was measured at a site stands on its school's card, if it has one: the card and the newest point of its history are one figure. */
export async function measureSchool(
  { trx, tenantId, now }: Writing,
  siteCode: string,
  { uptime, fuelSavings }: Verification['performanceKpis'],
): Promise<void> {
  await trx
    .updateTable('schools')
    .set({ uptime, fuel_savings_percent: fuelSavings, updated_at: now.toISOString(), version: sql<number>`version + 1` })
    .where('tenant_id', '=', tenantId)
    .where('site_code', '=', siteCode)
    .execute();
}

/** What was verified at a site counts for its school: tonnes avoided, and the credits they bring. Negative where it is verified no longer. */
export async function creditSchool(
  { trx, tenantId, now }: Writing,
  siteCode: string,
  { emissionReduction }: Verification['performanceKpis'],
): Promise<void> {
  const school = await trx
    .selectFrom('schools')
    .select(['school_id', 'emission_reductions', 'carbon_credits'])
    .where('tenant_id', '=', tenantId)
    .where('site_code', '=', siteCode)
    .executeTakeFirst();
  if (school === undefined) return;
  await trx
    .updateTable('schools')
    .set({
      emission_reductions: rounded(school.emission_reductions + emissionReduction, 2),
      carbon_credits: rounded(school.carbon_credits + emissionReduction * CREDITS_PER_TONNE, 2),
      updated_at: now.toISOString(),
      version: sql<number>`version + 1`,
    })
    .where('tenant_id', '=', tenantId)
    .where('school_id', '=', school.school_id)
    .execute();
}
