import { useState } from 'react';
import { expect, it } from 'vitest';
import { render } from 'vitest-browser-react';
import { ClockProvider } from '../../ui/time/clock.tsx';
import { UiProvider } from '../../ui/theme/UiProvider.tsx';
import { Calculator } from './Calculator.tsx';
import { freshCalculator } from './calculatorState.ts';

const now = () => Date.parse('2025-11-18T11:26:00Z');

function Held() {
  const [state, setState] = useState(freshCalculator);
  return <Calculator state={state} onChange={setState} currency="KES" now={now} />;
}

const show = () =>
  render(
    <UiProvider>
      <ClockProvider zone="Africa/Nairobi" offsetMs={0}>
        <Held />
      </ClockProvider>
    </UiProvider>,
  );

it('computes energy efficiency with ± percent and confidence level, in both data quality scales', {
  tags: ['C-34', 'C-35', 'D-26'],
}, async () => {
  const screen = await show();
  await expect.element(screen.getByRole('region', { name: 'Method' })).toHaveTextContent('4 Verified Estimates, selected');
  await screen.getByLabelText('Baseline energy consumption (kWh per year)').fill('120,000');
  await screen.getByLabelText('Project energy consumption (kWh per year)').fill('80000');
  await screen.getByLabelText('Financed amount (KES)').fill('400000');
  await screen.getByLabelText('Total project cost (KES)').fill('1000000');
  await screen.getByRole('button', { name: 'Calculate avoided emissions' }).click();
  const result = screen.getByRole('region', { name: 'Avoided emissions', exact: true });
  await expect.element(result).toHaveTextContent('20.00 t CO2e± 15% at 95% confidence17.00 to 23.00 t CO2e');
  await expect.element(result).toHaveTextContent('4 Verified Estimates (5 is the best)');
  await expect.element(result).toHaveTextContent('2 (1 is the best)');
  await expect.element(result).toHaveTextContent('Computed on this device');
  // There is no hub here, hence no connection: the device's figures are shown as not compared.
  await expect.element(result).toHaveTextContent('Not compared: checked when the connection is back');
  await expect.element(result.getByRole('list', { name: 'Badges' })).toHaveTextContent('PCAFISSBICMA Green Bond');
  await screen.getByLabelText('Financed amount (KES)').fill('500000');
  await expect.element(result).toHaveTextContent('The fields have changed since.');
});

it('says at the field that more is financed than the project costs, and only once it is computed', { tags: ['T-7', 'C-34'] }, async () => {
  const screen = await show();
  await screen.getByLabelText('Baseline energy consumption (kWh per year)').fill('120000');
  await screen.getByLabelText('Project energy consumption (kWh per year)').fill('80000');
  const financed = screen.getByLabelText('Financed amount (KES)');
  await financed.fill('1,000,000');
  await screen.getByLabelText('Total project cost (KES)').fill('800,000');
  await expect.element(financed).not.toHaveAttribute('aria-invalid');
  await screen.getByRole('button', { name: 'Calculate avoided emissions' }).click();
  await expect.element(financed).toHaveAccessibleDescription('Cannot be more than the total project cost.');
  await expect.element(financed).toHaveFocus();
  expect(screen.container.querySelector('[aria-label="Avoided emissions"]')).toBeNull();
});

it('shows a negative saving negative, in the danger colour, and compliant with nothing', { tags: ['T-7', 'C-35', 'D-26'] }, async () => {
  const screen = await show();
  await screen.getByLabelText('Baseline energy consumption (kWh per year)').fill('80000');
  await screen.getByLabelText('Project energy consumption (kWh per year)').fill('120000');
  await screen.getByLabelText('Financed amount (KES)').fill('400000');
  await screen.getByLabelText('Total project cost (KES)').fill('1000000');
  await screen.getByRole('button', { name: 'Calculate avoided emissions' }).click();
  const result = screen.getByRole('region', { name: 'Avoided emissions', exact: true });
  await expect.element(result).toHaveTextContent(/Avoided per year[−-]20\.00 t CO2e/);
  await expect.element(result).toHaveTextContent('The project emits more than it replaces. It meets none of the standards.');
  await expect
    .element(result.getByRole('list', { name: 'Badges' }))
    .toHaveTextContent('PCAF: not compliantISSB: not compliantICMA Green Bond: not eligible');
  expect(screen.container.querySelectorAll('.calc-figures b[data-tone="bad"]')).toHaveLength(3);
  expect(screen.container.querySelectorAll('.calc-badges [data-status="ok"]')).toHaveLength(0);
});

it('has a renewable form that says beside each field what is wrong, and goes to the first', { tags: ['C-34', 'C-78'] }, async () => {
  const screen = await show();
  await screen.getByText('Renewable energy').click();
  await screen.getByLabelText('Capacity (MW)').fill('2.5');
  await screen.getByLabelText('Capacity factor (0 to 1)').fill('22');
  await screen.getByRole('button', { name: 'Calculate avoided emissions' }).click();
  const share = screen.getByLabelText('Capacity factor (0 to 1)');
  await expect.element(share).toHaveFocus();
  await expect
    .element(screen.getByRole('alert').filter({ hasText: 'Calculation failed. Please check your inputs and try again.' }))
    .toBeVisible();
  await expect.element(share).toHaveAccessibleDescription('Must be between 0 and 1. 22 % is 0.22.');
  await expect.element(screen.getByLabelText('Capacity (MW)')).not.toHaveAttribute('aria-invalid');
});

it('says what the badges ask for, with the source', { tags: ['D-36'] }, async () => {
  const screen = await show();
  await screen.getByText('Renewable energy').click();
  for (const [label, text] of [
    ['Capacity (MW)', '1'],
    ['Capacity factor (0 to 1)', '0.2'],
    ['Financed amount (KES)', '1'],
    ['Total project cost (KES)', '2'],
  ] as const)
    await screen.getByLabelText(label).fill(text);
  await screen.getByRole('combobox', { name: 'Data quality' }).selectOptions('2 Proxy Data');
  await screen.getByRole('button', { name: 'Calculate avoided emissions' }).click();
  const badges = screen.getByRole('list', { name: 'Badges' });
  await expect.element(badges).toHaveTextContent('PCAF: not compliantISSB: not compliantICMA Green Bond');
  await badges.getByRole('button', { name: 'Requirements' }).click();
  const dialog = screen.getByRole('dialog', { name: 'Badge requirements' });
  await expect.element(dialog).toHaveTextContent('Avoids emissions, with a PCAF data quality score of 3 or better (1 is the best)');
  await expect.element(dialog).toHaveTextContent('IFRS S2, B40');
});

it('collapses and keeps what was entered', { tags: ['C-34'] }, async () => {
  const screen = await show();
  await screen.getByLabelText('Project ID').fill('PRJ-1');
  await screen.getByRole('button', { name: 'Collapse' }).click();
  await expect.element(screen.getByText('Project ID')).not.toBeVisible();
  await screen.getByRole('button', { name: 'Expand' }).click();
  await expect.element(screen.getByLabelText('Project ID')).toHaveValue('PRJ-1');
});
