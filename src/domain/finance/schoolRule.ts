/** Targets of a school's kitchen, percent (C-86, core document section 9). */
export const schoolTargets = { fuelSavings: 15, uptime: 95 } as const;
export type SchoolTarget = keyof typeof schoolTargets;

/** 'Performing', or 'Below Target' with the missed targets. */
export interface SchoolStanding {
  readonly performing: boolean;
  readonly missed: readonly SchoolTarget[];
}

/** Judges a school by savings and uptime in percent; both limits are inclusive. A non-number meets no target. */
export function schoolStandingOf({
  fuelSavingsPercent,
  uptime,
}: {
  readonly fuelSavingsPercent: number;
  readonly uptime: number;
}): SchoolStanding {
  const missed: SchoolTarget[] = [];
  if (!(fuelSavingsPercent >= schoolTargets.fuelSavings)) missed.push('fuelSavings');
  if (!(uptime >= schoolTargets.uptime)) missed.push('uptime');
  return { performing: missed.length === 0, missed };
}
