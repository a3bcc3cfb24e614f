import type { Reading, School, SchoolFinancing } from '../../contracts/school.ts';
import type { Verification } from '../../contracts/verification.ts';
import type { ProgrammeSums, WallSchool } from '../../contracts/wallFigures.ts';
import type { AddressOf } from '../../domain/screens/address.ts';
import type { Point } from '../../ui/chart/series.ts';
import { byNeed, isPerforming, programmeSumsOf, type SchoolFacts } from '../../domain/figures/programmeSums.ts';
import { isMeasured, isReported } from '../../domain/figures/shown.ts';
import { formatMoney, formatNumber, formatPercent, plural } from '../../domain/format.ts';
import { type SchoolTarget, schoolStandingOf, schoolTargets } from '../../domain/finance/schoolRule.ts';
import { moneyOf } from '../../domain/money/money.ts';

/** A measured value against its limit; without a record `known` is false and there is nothing to compare. */
export interface AgainstLimit {
  readonly text: string;
  readonly value: number;
  readonly limit: number;
  readonly known: boolean;
}

/** Facts of one source: a reading with its time, or the source they are counted from. */
export interface FactGroup {
  readonly facts: readonly { readonly key: string; readonly value: string }[];
  /** 'Measured' or 'Reported'; null without a reading. */
  readonly reading: { readonly verb: string; readonly at: string; readonly by: string } | null;
  /** Source of the facts if they do not come from a reading. */
  readonly source: string | null;
}

/** A school against its limits, for cards and walls. */
export interface StandView {
  readonly id: string;
  readonly name: string;
  readonly location: string;
  /** Null before its first record. */
  readonly performing: boolean | null;
  /** The missed limits in a sentence; null if it performs. */
  readonly missed: string | null;
  readonly fuelSavings: AgainstLimit;
  readonly uptime: AgainstLimit;
}

/** One school as its card shows it. */
export interface SchoolView extends StandView {
  /** The site whose verifications measure it; null if the platform does not tell. */
  readonly siteCode: string | null;
  /** Null without a reading; `simulated`: the demo made the reading up. */
  readonly sensors: { readonly state: School['sensorHealth'] | null; readonly simulated: boolean };
  readonly groups: readonly FactGroup[];
  readonly payment: SchoolFinancing['paymentStatus'] | 'none' | null;
  readonly dgnEligible: boolean | null;
  /** Time of its newest record; null before the first. */
  readonly measuredAt: string | null;
}

const targetLabels: Readonly<Record<SchoolTarget, string>> = {
  fuelSavings: `fuel savings below ${schoolTargets.fuelSavings}%`,
  uptime: `uptime below ${schoolTargets.uptime}%`,
};

/** Schools that perform worse first, then by name, so that those needing attention are not at the end. */
export function schoolViews(rows: readonly SchoolFacts[]): readonly SchoolView[] {
  return rows.toSorted((a, b) => byNeed(a.school, b.school)).map(viewOf);
}

/** A school against its limits. */
export function standView(school: WallSchool): StandView {
  const known = school.records !== 0;
  const { performing, missed } = schoolStandingOf(school);
  const reasons = missed.map((target) => targetLabels[target]).join(' and ');
  const against = (value: number, limit: number): AgainstLimit => ({
    text: known ? formatPercent(value, 1, [{ direction: 'atLeast', limit }]) : '–',
    value: known ? value : 0,
    limit,
    known,
  });
  return {
    id: school.schoolId,
    name: school.schoolName,
    location: school.location,
    performing: isPerforming(school),
    missed: !known
      ? 'No record of this school has arrived yet.'
      : performing
        ? null
        : `${reasons.charAt(0).toUpperCase()}${reasons.slice(1)}`,
    fuelSavings: against(school.fuelSavingsPercent, schoolTargets.fuelSavings),
    uptime: against(school.uptime, schoolTargets.uptime),
  };
}

function viewOf({ currency, school, financing }: SchoolFacts): SchoolView {
  return {
    ...standView(school),
    siteCode: school.siteCode ?? null,
    sensors: sensorsOf(school),
    groups: [kitchenOf(school), ...(financing === null ? [] : [billsOf(financing, currency), creditsFrom(financing)])],
    payment: financing === null ? null : financing.payments?.total === 0 ? 'none' : financing.paymentStatus,
    dgnEligible: financing?.dgnEligible ?? null,
    measuredAt: school.records !== 0 ? school.lastUpdated : null,
  };
}

const sourceNames: Readonly<Record<Reading['by'], string>> = { meter: 'the meter', sensor: 'the sensor', bill: 'the energy bill' };

/** The oldest of some readings, because the group is only as new as that. */
function readingOf(verb: string, readings: readonly (Reading | undefined)[]): FactGroup['reading'] {
  const [oldest] = readings.filter((one) => one !== undefined).sort((a, b) => Date.parse(a.at) - Date.parse(b.at));
  return oldest === undefined ? null : { verb, at: oldest.at, by: `by ${sourceNames[oldest.by]}${oldest.simulated ? ', simulated' : ''}` };
}

function sensorsOf(school: School): SchoolView['sensors'] {
  if (!isMeasured(school, 'sensorHealth')) return { state: null, simulated: false };
  return { state: school.sensorHealth, simulated: school.readings?.sensorHealth?.simulated === true };
}

function kitchenOf(school: School): FactGroup {
  const { cookingTime, steamFlow, fuelConsumption, readings } = school;
  const fact = (key: string, figure: 'cookingTime' | 'steamFlow' | 'fuelConsumption', value: number, unit: string) => ({
    key,
    value: isMeasured(school, figure) ? `${formatNumber(value)} ${unit}` : 'Not measured',
  });
  return {
    facts: [
      fact('Cooking time', 'cookingTime', cookingTime, 'h a day'),
      fact('Steam flow', 'steamFlow', steamFlow, 'kg an hour'),
      fact('Fuel consumption', 'fuelConsumption', fuelConsumption, 'kg a day'),
    ],
    reading: readingOf('Measured', [readings?.cookingTime, readings?.steamFlow, readings?.fuelConsumption]),
    source: null,
  };
}

function billsOf(financing: SchoolFinancing, currency: string): FactGroup {
  const { verifiedEnergyCharges, costSavings, readings } = financing;
  return {
    facts: [
      {
        key: 'Verified energy charges',
        value: isReported(financing, 'verifiedEnergyCharges') ? formatMoney(moneyOf(verifiedEnergyCharges, currency)) : 'Not reported',
      },
      { key: 'Cost savings', value: isReported(financing, 'costSavings') ? formatMoney(moneyOf(costSavings, currency)) : 'Not reported' },
    ],
    reading: readingOf('Reported', [readings?.verifiedEnergyCharges, readings?.costSavings]),
    source: null,
  };
}

function creditsFrom({ carbonCreditsGenerated, emissionReductions, verifiedRecords }: SchoolFinancing): FactGroup {
  const none = verifiedRecords === 0;
  return {
    facts: [
      { key: 'Emission reductions', value: none ? '–' : `${formatNumber(emissionReductions)} t CO2e` },
      {
        key: 'Carbon credits',
        value: none ? '–' : formatNumber(carbonCreditsGenerated, Number.isInteger(carbonCreditsGenerated) ? 0 : 1),
      },
    ],
    reading: null,
    source: verifiedRecords === undefined ? null : none ? 'No verified record yet' : `From ${plural(verifiedRecords, 'verified record')}`,
  };
}

/** Totals of the programme over the stored schools. Money is summed by currency; currencies are never added. */
export interface SchoolTotals {
  readonly schoolsServed: number;
  readonly performing: number;
  readonly savings: string;
  /** 'simulated' if the demo made up part of the savings, otherwise empty. */
  readonly savingsNote: '' | 'simulated';
  readonly emissionReductions: string;
  readonly carbonCredits: string;
}

/** Totals over the stored schools; null if there are none. */
export function totalsOf(rows: readonly SchoolFacts[]): SchoolTotals | null {
  return rows.length === 0 ? null : totalsFrom(programmeSumsOf(rows));
}

/** Formats the programme's sums, computed by this device or, for a wall, by the platform. */
export function totalsFrom(sums: ProgrammeSums): SchoolTotals {
  const { schoolsServed, performing, savings, savingsSimulated, emissionReductions, carbonCredits: credits } = sums;
  return {
    schoolsServed,
    performing,
    savings: savings.map(({ amount, currency }) => formatMoney(moneyOf(amount, currency))).join(', ') || 'not reported',
    savingsNote: savingsSimulated ? 'simulated' : '',
    emissionReductions: emissionReductions === null ? '–' : `${formatNumber(emissionReductions)} t`,
    carbonCredits: credits === null ? '–' : formatNumber(credits, Number.isInteger(credits) ? 0 : 1),
  };
}

/** Measurements at one site, one per verification, oldest first: percent. */
export interface MeasuredPoints {
  readonly fuelSavings: readonly Point[];
  readonly uptime: readonly Point[];
}

export const nothingMeasured: MeasuredPoints = { fuelSavings: [], uptime: [] };

/** All measurements at one site, whatever the decision; the newest is the figure on the card. */
export function measuredOf(verifications: readonly Verification[]): MeasuredPoints {
  const rows = verifications
    .map(({ timestamp, performanceKpis }) => ({ at: Date.parse(timestamp), ...performanceKpis }))
    .sort((a, b) => a.at - b.at);
  const pointsOf = (metric: 'fuelSavings' | 'uptime') => rows.map((row): Point => [row.at, row[metric]]);
  return { fuelSavings: pointsOf('fuelSavings'), uptime: pointsOf('uptime') };
}

/** The schools that match the filter. */
export function shownSchools(views: readonly SchoolView[], { standing }: AddressOf<'schools'>): readonly SchoolView[] {
  return standing === null ? views : views.filter(({ performing }) => performing === (standing === 'performing'));
}
