import { SelectField } from '../../ui/fields/SelectField.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import { type FieldFaults, levelOptions, type RenewableText, technologyOptions } from './model.ts';
import { NumberField } from './NumberField.tsx';

interface RenewableFormProps {
  readonly text: RenewableText;
  readonly faults: FieldFaults;
  readonly currency: string;
  readonly onChange: (change: Partial<RenewableText>) => void;
}

/** Fields of the document's renewable energy request. */
export function RenewableForm({ text, faults, currency, onChange }: RenewableFormProps) {
  const field = (name: keyof RenewableText) => ({
    value: text[name],
    error: faults[name],
    onChange: (value: string) => onChange({ [name]: value }),
  });
  return (
    <div className="calc-fields">
      <TextField label="Project ID" {...field('projectId')} maxLength={128} hint="Identifies the result" />
      <SelectField
        label="Technology"
        value={text.technologyType}
        options={technologyOptions}
        onChange={(technologyType) => onChange({ technologyType })}
      />
      <NumberField label="Capacity (MW)" {...field('capacity')} />
      <NumberField label="Capacity factor (0 to 1)" {...field('capacityFactor')} />
      <NumberField label="Displaced emission factor (kg CO2e per kWh)" {...field('displacedEmissionFactor')} />
      <NumberField label="Project lifetime (years)" {...field('projectLifetime')} />
      <NumberField label={`Financed amount (${currency})`} {...field('financedAmount')} />
      <NumberField label={`Total project cost (${currency})`} {...field('totalProjectCost')} />
      <SelectField
        label="Data quality"
        value={text.dataQualityLevel}
        options={levelOptions}
        onChange={(dataQualityLevel) => onChange({ dataQualityLevel })}
        hint="5 is the best; for PCAF scores, 1 is the best"
      />
    </div>
  );
}
