import {
  type Calculation,
  type CalculatorKind,
  type EfficiencyText,
  emptyEfficiency,
  emptyRenewable,
  type RenewableText,
} from './model.ts';

/** A displayed result. */
export interface ShownResult {
  readonly calculation: Calculation;
  /** When it was computed, epoch milliseconds. */
  readonly at: number;
  /** Content of the fields at that time, to detect later changes. */
  readonly of: string;
}

/** State of the calculator. The screen holds it, so that the entries survive a look into a report. */
export interface CalculatorState {
  readonly open: boolean;
  readonly kind: CalculatorKind;
  readonly efficiency: EfficiencyText;
  readonly renewable: RenewableText;
  /** Forms that the user has tried to calculate; from then on their errors are shown. */
  readonly asked: Readonly<Record<CalculatorKind, boolean>>;
  readonly shown: Readonly<Partial<Record<CalculatorKind, ShownResult>>>;
}

/** Initial state (C-70). */
export const freshCalculator: CalculatorState = {
  open: true,
  kind: 'efficiency',
  efficiency: emptyEfficiency,
  renewable: emptyRenewable,
  asked: { efficiency: false, renewable: false },
  shown: {},
};
