import { idSchema, percentSchema, shareSchema } from './primitives.ts';
import { z } from './zod.ts';

/** Data quality on our scale: 5 is the best (C-70). */
export const dataQualityLevels = [5, 4, 3, 2, 1] as const;
export const dataQualityLevelSchema = z.literal(dataQualityLevels);
export type DataQualityLevel = z.infer<typeof dataQualityLevelSchema>;

/** Technologies of a renewable project (C-70). */
export const technologyTypes = ['Solar PV', 'Wind', 'Hydro', 'Biomass'] as const;
export const technologyTypeSchema = z.enum(technologyTypes);
export type TechnologyType = z.infer<typeof technologyTypeSchema>;

/** Free-text names; nothing is computed from them. */
const nameSchema = z.string().check(z.maxLength(128));

/** Members of both requests. `domain/finance/emissionsInput.ts` judges whether the figures are plausible and explains rejections. */
const projectShape = {
  projectId: nameSchema,
  /** Years. */
  projectLifetime: z.number(),
  /** Both amounts in one currency; only their ratio counts. */
  financedAmount: z.number(),
  totalProjectCost: z.number(),
};

/** POST /api/pcaf/avoided-emissions/energy-efficiency (core document, section 3). Energy in kWh per year, factor in kg CO2e per kWh. */
export const efficiencyRequestSchema = z.object({
  ...projectShape,
  baselineEnergySource: z.literal('electricity'),
  baselineEnergyConsumption: z.number(),
  projectEnergyConsumption: z.number(),
  electricityEmissionFactor: z.number(),
  efficiencyMeasure: nameSchema,
  buildingType: nameSchema,
  dataQualityScore: dataQualityLevelSchema,
  /** Baseline minus project; a request with any other value is refused. */
  energySavings: z.number(),
});
export type EfficiencyRequest = z.infer<typeof efficiencyRequestSchema>;

/** POST /api/pcaf/avoided-emissions/renewable-energy. Capacity in MW, capacity factor 0 to 1, factor in kg CO2e per kWh. */
export const renewableRequestSchema = z.object({
  ...projectShape,
  capacity: z.number(),
  capacityFactor: z.number(),
  displacedEmissionFactor: z.number(),
  technologyType: technologyTypeSchema,
  dataQualityLevel: dataQualityLevelSchema,
});
export type RenewableRequest = z.infer<typeof renewableRequestSchema>;

/** The three badges (C-35); the rules behind them are `complianceThresholds` of `domain/finance/complianceThresholds.ts` (D-36). */
export const complianceFlagsSchema = z.object({
  pcafCompliant: z.boolean(),
  issbCompliant: z.boolean(),
  icmaGreenBondEligible: z.boolean(),
});
export type ComplianceFlags = z.infer<typeof complianceFlagsSchema>;

/** The result, in tonnes CO2e; negative where the project emits more than what it replaces. `range` and `confidenceLevel` are percent. */
export const avoidedEmissionsSchema = z.object({
  calculationId: idSchema,
  annualAvoidedEmissions: z.number(),
  lifetimeAvoidedEmissions: z.number(),
  /** The financier's share per year. */
  financedAvoidedEmissions: z.number(),
  attributionFactor: shareSchema,
  uncertainty: z.object({ range: z.number(), confidenceLevel: percentSchema }),
  /** Our level, 5 the best; PCAF's score, 1 the best, is beside it (D-26). Absent: 6 minus the score. */
  dataQualityLevel: z.optional(dataQualityLevelSchema),
  pcafMetadata: z.object({ dataQualityScore: z.int().check(z.gte(1), z.lte(5)) }),
  compliance: complianceFlagsSchema,
});
export type AvoidedEmissionsResult = z.infer<typeof avoidedEmissionsSchema>;
