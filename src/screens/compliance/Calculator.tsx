import { Calculator as CalculatorIcon, ChevronDown, ChevronUp } from 'lucide-react';
import { type FormEvent, useId, useRef } from 'react';
import { Button } from '../../ui/controls/Button.tsx';
import { SegmentedControl } from '../../ui/controls/SegmentedControl.tsx';
import { Banner } from '../../ui/feedback/Banner.tsx';
import { announce } from '../../ui/feedback/LiveRegion.tsx';
import { Panel } from '../../ui/panel/Panel.tsx';
import { plural } from '../../domain/format.ts';
import { calculationFailed } from './CheckLine.tsx';
import { EfficiencyForm } from './EfficiencyForm.tsx';
import type { CalculatorState } from './calculatorState.ts';
import { calculateEfficiency, calculateRenewable, calculatorKinds, kindTitles } from './model.ts';
import { MethodView } from './MethodView.tsx';
import { RenewableForm } from './RenewableForm.tsx';
import { ResultView } from './ResultView.tsx';
import { tonnes } from './tonnes.ts';
import { usePlatformCheck } from './usePlatformCheck.ts';
import './calculator.css';

interface CalculatorProps {
  readonly state: CalculatorState;
  readonly onChange: (state: CalculatorState) => void;
  /** ISO code of the tenant's currency. */
  readonly currency: string;
  /** Epoch milliseconds; the time of the result. */
  readonly now: () => number;
}

/**
 * Avoided emissions of a project (C-34), computed on the device without network. When online, the platform repeats the calculation
 * (D-26).
 */
export function Calculator({ state, onChange, currency, now }: CalculatorProps) {
  const body = useId();
  const form = useRef<HTMLFormElement>(null);
  const { open, kind, efficiency, renewable, asked, shown } = state;
  const show = (change: Partial<CalculatorState>) => onChange({ ...state, ...change });
  const outcome = kind === 'efficiency' ? calculateEfficiency(efficiency) : calculateRenewable(renewable);
  // After the first attempt, an error disappears as soon as its field is right.
  const faults = asked[kind] && !outcome.ok ? outcome.faults : {};
  const inputs = JSON.stringify(kind === 'efficiency' ? efficiency : renewable);
  const result = shown[kind];
  const check = usePlatformCheck(result?.calculation ?? null);
  const wrong = Object.keys(faults).length;

  const calculate = (event: FormEvent) => {
    event.preventDefault();
    const nowAsked = { ...asked, [kind]: true };
    if (!outcome.ok) {
      show({ asked: nowAsked });
      // The errors are rendered by the next frame; then the first one gets the focus.
      requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
      return;
    }
    const { calculation } = outcome;
    show({ asked: nowAsked, shown: { ...shown, [kind]: { calculation, at: now(), of: inputs } } });
    announce(`Avoided per year: ${tonnes(calculation.result.annualAvoidedEmissions)}`);
  };

  return (
    <Panel
      title="Avoided-emissions calculator"
      aside={
        <Button
          kind="ghost"
          size="sm"
          iconEnd={open ? ChevronUp : ChevronDown}
          aria-expanded={open}
          aria-controls={body}
          onClick={() => show({ open: !open })}
        >
          {open ? 'Collapse' : 'Expand'}
        </Button>
      }
    >
      <div id={body} hidden={!open} className="calc">
        <form ref={form} noValidate onSubmit={calculate} aria-label={kindTitles[kind]}>
          <SegmentedControl
            label="Project type"
            value={kind}
            options={calculatorKinds.map((value) => ({ value, label: kindTitles[value] }))}
            onChange={(chosen) => show({ kind: chosen })}
          />
          {kind === 'efficiency' ? (
            <EfficiencyForm
              text={efficiency}
              faults={faults}
              currency={currency}
              onChange={(change) => show({ efficiency: { ...efficiency, ...change } })}
            />
          ) : (
            <RenewableForm
              text={renewable}
              faults={faults}
              currency={currency}
              onChange={(change) => show({ renewable: { ...renewable, ...change } })}
            />
          )}
          {wrong > 0 && (
            <Banner tone="bad" lead={calculationFailed}>
              Fix {plural(wrong, 'field')}.
            </Banner>
          )}
          <div className="calc-actions">
            <Button kind="primary" type="submit" icon={CalculatorIcon}>
              Calculate avoided emissions
            </Button>
          </div>
        </form>
        {result === undefined ? (
          <MethodView kind={kind} level={Number(kind === 'efficiency' ? efficiency.dataQualityScore : renewable.dataQualityLevel)} />
        ) : (
          <ResultView calculation={result.calculation} at={result.at} outdated={result.of !== inputs} check={check} />
        )}
      </div>
    </Panel>
  );
}
