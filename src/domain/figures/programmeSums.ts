import type { School, SchoolFinancing } from '../../contracts/school.ts';
import type { ProgrammeSums } from '../../contracts/wallFigures.ts';
import { moneyOf, sumByCurrency } from '../money/money.ts';
import { schoolStandingOf } from '../finance/schoolRule.ts';
import { toldMoney } from './portfolioSums.ts';
import { isReported } from './shown.ts';

/** A school with its financing and the currency of it. */
export interface SchoolFacts {
  readonly currency: string;
  readonly school: School;
  readonly financing: SchoolFinancing | null;
}

/** Whether a school reaches both limits; null before its first record. */
export function isPerforming(school: Pick<School, 'records' | 'fuelSavingsPercent' | 'uptime'>): boolean | null {
  return school.records === 0 ? null : schoolStandingOf(school).performing;
}

/** Schools that do not perform come first, then by name. */
export function byNeed(a: Pick<School, 'records' | 'fuelSavingsPercent' | 'uptime' | 'schoolName'>, b: typeof a): number {
  return Number(isPerforming(a) ?? false) - Number(isPerforming(b) ?? false) || a.schoolName.localeCompare(b.schoolName);
}

/**
 * The programme over all schools, for the screen (from its rows) and for walls, which get only this (G-17). Money is summed by currency.
 */
export function programmeSumsOf(rows: readonly SchoolFacts[]): ProgrammeSums {
  const financing = rows.flatMap((row) => (row.financing === null ? [] : [{ currency: row.currency, ...row.financing }]));
  const verified = financing.filter((one) => one.verifiedRecords !== 0);
  const sum = (pick: (one: SchoolFinancing) => number) =>
    verified.length === 0 ? null : verified.reduce((total, one) => total + pick(one), 0);
  return {
    schoolsServed: rows.length,
    performing: rows.filter(({ school }) => isPerforming(school) === true).length,
    savings: sumByCurrency(
      financing.filter((one) => isReported(one, 'costSavings')).map(({ currency, costSavings }) => moneyOf(costSavings, currency)),
    ).map(toldMoney),
    savingsSimulated: financing.some(({ readings }) => readings?.costSavings?.simulated === true),
    emissionReductions: sum((one) => one.emissionReductions),
    carbonCredits: sum((one) => one.carbonCreditsGenerated),
  };
}
