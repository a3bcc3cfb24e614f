import { countSchema, idSchema, isoTimeSchema, ownCurrencySchema, versionSchema } from './primitives.ts';
import { z } from './zod.ts';

/**
 * Source of a figure measured at the school and not by the platform: time and instrument. `simulated`: there is no instrument, the demo
 * generated it.
 */
export const readingSchema = z.object({ at: isoTimeSchema, by: z.enum(['meter', 'sensor', 'bill']), simulated: z.boolean() });
export type Reading = z.infer<typeof readingSchema>;
const reading = z.optional(readingSchema);

/** A school's kitchen (core document, section 3). `cookingTime` is hours a day, `steamFlow` kg an hour, `fuelConsumption` kg a day. */
export const schoolSchema = z.object({
  schoolId: idSchema,
  /** The site whose verifications measure it. Absent: unknown, so there is no link from the kitchen to them. */
  siteCode: z.optional(idSchema),
  schoolName: z.string(),
  location: z.string(),
  cookingTime: z.number(),
  steamFlow: z.number(),
  fuelConsumption: z.number(),
  fuelSavingsPercent: z.number(),
  uptime: z.number(),
  sensorHealth: z.enum(['healthy', 'warning', 'critical']),
  /**
   * Sources of cooking time, steam flow, fuel consumption and sensor health. Absent: unknown; `lastUpdated` is their time. A figure
   * without a reading was not measured, whatever its value.
   */
  readings: z.optional(z.object({ cookingTime: reading, steamFlow: reading, fuelConsumption: reading, sensorHealth: reading })),
  /** Number of the site's records; savings and uptime are those of the newest. 0: neither was measured. Absent: not counted. */
  records: z.optional(countSchema),
  lastUpdated: isoTimeSchema,
  version: versionSchema,
});
export type School = z.infer<typeof schoolSchema>;

/** What a school's kitchen earns and saves. Money in the answer's currency; `emissionReductions` in tonnes CO2e. */
export const schoolFinancingSchema = z.object({
  schoolId: idSchema,
  verifiedEnergyCharges: z.number(),
  costSavings: z.number(),
  paymentStatus: z.enum(['paid', 'pending', 'overdue']),
  carbonCreditsGenerated: z.number(),
  emissionReductions: z.number(),
  dgnEligible: z.boolean(),
  /** Like `School.readings`, for charges and savings. */
  readings: z.optional(z.object({ verifiedEnergyCharges: reading, costSavings: reading })),
  /** Number of verified records behind tonnes and credits; 0: none yet. Absent: not counted. */
  verifiedRecords: z.optional(countSchema),
  /** The payments that `paymentStatus` summarises; total 0: there are none, whatever the status. Absent: not counted. */
  payments: z.optional(
    z.object({ total: countSchema, paid: countSchema, pending: countSchema, failed: countSchema, overdue: countSchema }),
  ),
});
export type SchoolFinancing = z.infer<typeof schoolFinancingSchema>;

/** GET /api/schools: schools, their financing, and the programme's totals, summed from them. `totalFuelSavings` is money saved. */
export const schoolsResponseSchema = z.object({
  currency: ownCurrencySchema,
  schools: z.array(schoolSchema),
  financing: z.array(schoolFinancingSchema),
  totalImpact: z.object({
    totalFuelSavings: z.number(),
    totalEmissionReductions: z.number(),
    totalCarbonCredits: z.number(),
    schoolsServed: countSchema,
  }),
  lastUpdated: isoTimeSchema,
});
export type SchoolsResponse = z.infer<typeof schoolsResponseSchema>;
