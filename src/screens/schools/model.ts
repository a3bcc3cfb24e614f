import type { School, SchoolFinancing } from '../../contracts/school.ts';
import type { Verification } from '../../contracts/verification.ts';
import type { Point } from '../../ui/chart/series.ts';
import { formatMoney, formatNumber } from '../../domain/format.ts';
import { type SchoolTarget, schoolStandingOf, schoolTargets } from '../../domain/schoolRule.ts';

/** A school with its financing, as the device keeps it. */
export interface SchoolFacts {
  readonly currency: string;
  readonly school: School;
  readonly financing: SchoolFinancing | null;
}

/** One school as its card shows it. */
export interface SchoolView {
  readonly id: string;
  /** The site whose verifications measure it; null where the platform did not say. */
  readonly siteCode: string | null;
  readonly name: string;
  readonly location: string;
  readonly performing: boolean;
  /** The document's words (C-32). */
  readonly standing: 'Performing' | 'Below Target';
  /** Which limits it misses, in a sentence; null when it performs. */
  readonly missed: string | null;
  readonly fuelSavings: { readonly text: string; readonly value: number; readonly limit: number };
  readonly uptime: { readonly text: string; readonly value: number; readonly limit: number };
  readonly sensors: { readonly word: string; readonly look: 'ok' | 'warn' | 'bad' };
  readonly facts: readonly { readonly key: string; readonly value: string }[];
  readonly payment: { readonly word: string; readonly look: 'ok' | 'pending' | 'warn' } | null;
  readonly dgnEligible: boolean | null;
  readonly measuredAt: string;
}

const sensorLooks = {
  healthy: { word: 'Sensors healthy', look: 'ok' },
  warning: { word: 'Sensor warning', look: 'warn' },
  critical: { word: 'Sensors critical', look: 'bad' },
} as const;
const paymentLooks = {
  paid: { word: 'Paid', look: 'ok' },
  pending: { word: 'Pending', look: 'pending' },
  overdue: { word: 'Overdue', look: 'warn' },
} as const;
const targetWords: Readonly<Record<SchoolTarget, string>> = {
  fuelSavings: `fuel savings under ${schoolTargets.fuelSavings}%`,
  uptime: `uptime under ${schoolTargets.uptime}%`,
};

/** What performs less comes first, then by name: the card that needs a hand is not at the end. */
export function schoolViews(rows: readonly SchoolFacts[]): readonly SchoolView[] {
  return rows.map(viewOf).sort((a, b) => Number(a.performing) - Number(b.performing) || a.name.localeCompare(b.name));
}

function viewOf({ currency, school, financing }: SchoolFacts): SchoolView {
  const { performing, missed } = schoolStandingOf(school);
  const reasons = missed.map((target) => targetWords[target]).join(' and ');
  return {
    id: school.schoolId,
    siteCode: school.siteCode ?? null,
    name: school.schoolName,
    location: school.location,
    performing,
    standing: performing ? 'Performing' : 'Below Target',
    missed: performing ? null : `${reasons.charAt(0).toUpperCase()}${reasons.slice(1)}`,
    fuelSavings: {
      text: `${formatNumber(school.fuelSavingsPercent)}%`,
      value: school.fuelSavingsPercent,
      limit: schoolTargets.fuelSavings,
    },
    uptime: { text: `${formatNumber(school.uptime)}%`, value: school.uptime, limit: schoolTargets.uptime },
    sensors: sensorLooks[school.sensorHealth],
    facts: [
      { key: 'Cooking time', value: `${formatNumber(school.cookingTime)} h a day` },
      { key: 'Steam flow', value: `${formatNumber(school.steamFlow)} kg an hour` },
      { key: 'Fuel consumption', value: `${formatNumber(school.fuelConsumption)} kg a day` },
      ...(financing === null
        ? []
        : [
            { key: 'Verified energy charges', value: formatMoney(financing.verifiedEnergyCharges, currency) },
            { key: 'Cost savings', value: formatMoney(financing.costSavings, currency) },
            { key: 'Carbon credits', value: formatNumber(financing.carbonCreditsGenerated) },
            { key: 'Emission reductions', value: `${formatNumber(financing.emissionReductions)} t CO2e` },
          ]),
    ],
    payment: financing === null ? null : paymentLooks[financing.paymentStatus],
    dgnEligible: financing?.dgnEligible ?? null,
    measuredAt: school.lastUpdated,
  };
}

/** The programme over the schools held. Money is summed per currency: two are never added. */
export interface SchoolTotals {
  readonly schoolsServed: number;
  readonly performing: number;
  readonly savings: string;
  readonly emissionReductions: string;
  readonly carbonCredits: string;
}

export function totalsOf(rows: readonly SchoolFacts[]): SchoolTotals | null {
  if (rows.length === 0) return null;
  const financing = rows.flatMap((row) => (row.financing === null ? [] : [{ currency: row.currency, ...row.financing }]));
  const saved = new Map<string, number>();
  for (const { currency, costSavings } of financing) saved.set(currency, (saved.get(currency) ?? 0) + costSavings);
  const sum = (pick: (one: SchoolFinancing) => number) => financing.reduce((total, one) => total + pick(one), 0);
  return {
    schoolsServed: rows.length,
    performing: rows.filter(({ school }) => schoolStandingOf(school).performing).length,
    savings: [...saved].map(([currency, amount]) => formatMoney(amount, currency)).join(', ') || 'not reported',
    emissionReductions: `${formatNumber(sum((one) => one.emissionReductions))} t`,
    carbonCredits: formatNumber(sum((one) => one.carbonCreditsGenerated)),
  };
}

/** What was measured at one site, verification by verification, oldest first: percent. */
export interface MeasuredPoints {
  readonly fuelSavings: readonly Point[];
  readonly uptime: readonly Point[];
}

export const nothingMeasured: MeasuredPoints = { fuelSavings: [], uptime: [] };

/** What was measured at one site, whatever was decided about it: the newest is the figure on the card. */
export function measuredOf(verifications: readonly Verification[]): MeasuredPoints {
  const rows = verifications
    .map(({ timestamp, performanceKpis }) => ({ at: Date.parse(timestamp), ...performanceKpis }))
    .sort((a, b) => a.at - b.at);
  const pointsOf = (metric: 'fuelSavings' | 'uptime') => rows.map((row): Point => [row.at, row[metric]]);
  return { fuelSavings: pointsOf('fuelSavings'), uptime: pointsOf('uptime') };
}

/** Which schools are shown; kept in the address so that a view can be linked. */
export interface SchoolsAddress {
  readonly standing: 'performing' | 'below' | null;
}

/** Reads the address. What it does not know is as if it were not there. */
export function addressFrom(params: URLSearchParams): SchoolsAddress {
  const standing = params.get('standing');
  return { standing: standing === 'performing' || standing === 'below' ? standing : null };
}

/** Writes the address; what is as it opens is left out. */
export function paramsOf({ standing }: SchoolsAddress): string {
  return standing === null ? '' : `standing=${standing}`;
}

/** The schools of a standing. */
export function shownSchools(views: readonly SchoolView[], { standing }: SchoolsAddress): readonly SchoolView[] {
  return standing === null ? views : views.filter(({ performing }) => performing === (standing === 'performing'));
}
