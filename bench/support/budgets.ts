import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../scripts/root.mjs';
import type { Figure } from './bench.ts';

/** A row of budgets.json: exactly one of `most` and `least` is the limit. Limits are never changed to fit a figure (issue 3). */
export interface Budget {
  /** The bench that measures it. */
  readonly bench: string;
  readonly unit: string;
  readonly most?: number;
  readonly least?: number;
  readonly what: string;
}

/** A figure with its limit. */
export interface Judged extends Figure {
  readonly budget: Budget;
  readonly met: boolean;
}

/** All budgets by name. */
export function readBudgets(): Readonly<Record<string, Budget>> {
  return JSON.parse(readFileSync(join(root, 'bench/budgets.json'), 'utf8')) as Readonly<Record<string, Budget>>; // ours; a test checks its form
}

/** Compares a bench's figures with its budgets. Throws if a figure has no budget or a budget no figure. */
export function judge(bench: string, figures: readonly Figure[], budgets: Readonly<Record<string, Budget>>): readonly Judged[] {
  const owed = Object.entries(budgets).filter(([, budget]) => budget.bench === bench);
  const unmeasured = owed.filter(([name]) => !figures.some((figure) => figure.name === name)).map(([name]) => name);
  if (unmeasured.length > 0) throw new Error(`bench '${bench}' did not measure ${unmeasured.join(', ')}`);
  return figures.map((figure) => {
    const budget = budgets[figure.name];
    if (budget?.bench !== bench) throw new Error(`bench '${bench}' measured '${figure.name}', for which it has no budget`);
    return { ...figure, budget, met: meets(figure.value, budget) };
  });
}

/** True if the limit is met; NaN meets no limit. */
export function meets(value: number, { most, least }: Pick<Budget, 'most' | 'least'>): boolean {
  if (most !== undefined) return value <= most;
  return least !== undefined && value >= least;
}

/** '≤ 210 kB gzip' */
export function limitOf({ most, least, unit }: Budget): string {
  return `${most === undefined ? `≥ ${least}` : `≤ ${most}`} ${unit}`;
}
