import { KeyValueList } from '../../ui/panel/KeyValueList.tsx';
import { SelectField } from '../../ui/fields/SelectField.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import { type EfficiencyText, type FieldFaults, levelOptions, savingsLabels } from './model.ts';
import { NumberField } from './NumberField.tsx';

interface EfficiencyFormProps {
  readonly text: EfficiencyText;
  readonly faults: FieldFaults;
  readonly currency: string;
  readonly onChange: (change: Partial<EfficiencyText>) => void;
}

/** Fields of the document's energy efficiency request; the energy savings are derived from two of them. */
export function EfficiencyForm({ text, faults, currency, onChange }: EfficiencyFormProps) {
  const field = (name: keyof EfficiencyText) => ({
    value: text[name],
    error: faults[name],
    onChange: (value: string) => onChange({ [name]: value }),
  });
  return (
    <>
      <div className="calc-fields">
        <TextField label="Project ID" {...field('projectId')} maxLength={128} hint="Identifies the result" />
        <TextField label="Baseline energy source" value="Electricity" onChange={() => undefined} readOnly hint="Electricity only" />
        <NumberField label="Baseline energy consumption (kWh per year)" {...field('baselineEnergyConsumption')} />
        <NumberField label="Project energy consumption (kWh per year)" {...field('projectEnergyConsumption')} />
        <NumberField label="Electricity emission factor (kg CO2e per kWh)" {...field('electricityEmissionFactor')} />
        <NumberField label="Project lifetime (years)" {...field('projectLifetime')} />
        <NumberField label={`Financed amount (${currency})`} {...field('financedAmount')} />
        <NumberField label={`Total project cost (${currency})`} {...field('totalProjectCost')} />
        <TextField label="Efficiency measure" {...field('efficiencyMeasure')} maxLength={120} hint="For example LED lighting" />
        <TextField label="Building type" {...field('buildingType')} maxLength={120} hint="For example School" />
        <SelectField
          label="Data quality"
          value={text.dataQualityScore}
          options={levelOptions}
          onChange={(dataQualityScore) => onChange({ dataQualityScore })}
          hint="5 is the best; for PCAF scores, 1 is the best"
        />
      </div>
      <KeyValueList items={[{ key: 'Energy savings (baseline − project)', value: savingsLabels(text) ?? 'Needs both consumptions' }]} />
    </>
  );
}
