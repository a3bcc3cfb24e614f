import { rowRules } from '../150_rules.ts';
import { moneyStaysRules } from '../152_money_stays.ts';
import type { RowRule } from './rule.ts';

/** Every rule of rows that the database keeps, whichever step laid it down. */
export const everyRowRule: readonly RowRule[] = [...rowRules, ...moneyStaysRules];
