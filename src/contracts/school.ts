import { countSchema, idSchema, isoTimeSchema, ownCurrencySchema, versionSchema } from './primitives.ts';
import { z } from './zod.ts';

/** A school's kitchen (core document, section 3). `cookingTime` is hours a day, `steamFlow` kg an hour, `fuelConsumption` kg a day. */
export const schoolSchema = z.object({
  schoolId: idSchema,
  /** The site whose verifications measure it. Absent: not told, so that nothing leads from the kitchen to them. */
  siteCode: z.optional(idSchema),
  schoolName: z.string(),
  location: z.string(),
  cookingTime: z.number(),
  steamFlow: z.number(),
  fuelConsumption: z.number(),
  fuelSavingsPercent: z.number(),
  uptime: z.number(),
  sensorHealth: z.enum(['healthy', 'warning', 'critical']),
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
