import {
  type Calculation,
  type CalculatorKind,
  type EfficiencyText,
  emptyEfficiency,
  emptyRenewable,
  type RenewableText,
} from './model.ts';

/** A result as it is shown. */
export interface ShownResult {
  readonly calculation: Calculation;
  /** When it was made, epoch milliseconds. */
  readonly at: number;
  /** What the fields held, to tell when they no longer do. */
  readonly of: string;
}

/** All that the calculator holds. It lives with the screen, so that a look into a report costs nobody what he has entered. */
export interface CalculatorState {
  readonly open: boolean;
  readonly kind: CalculatorKind;
  readonly efficiency: EfficiencyText;
  readonly renewable: RenewableText;
  /** Which forms were asked to calculate: from then on their faults are shown. */
  readonly asked: Readonly<Record<CalculatorKind, boolean>>;
  readonly shown: Readonly<Partial<Record<CalculatorKind, ShownResult>>>;
}

/** As it opens (C-70). */
export const freshCalculator: CalculatorState = {
  open: true,
  kind: 'efficiency',
  efficiency: emptyEfficiency,
  renewable: emptyRenewable,
  asked: { efficiency: false, renewable: false },
  shown: {},
};
