import { expect, it } from 'vitest';
import { render } from 'vitest-browser-react';
import { ClockProvider } from '../../ui/time/clock.tsx';
import { UiProvider } from '../../ui/theme/UiProvider.tsx';
import { Calculator } from './Calculator.tsx';

const show = () =>
  render(
    <UiProvider>
      <ClockProvider zone="Africa/Nairobi" offsetMs={0}>
        <Calculator currency="KES" now={() => Date.parse('2025-11-18T11:26:00Z')} />
      </ClockProvider>
    </UiProvider>,
  );

it('[C-34] computes energy efficiency with ± percent and confidence level, in both data quality scales', async () => {
  const screen = await show();
  await expect.element(screen.getByRole('region', { name: 'Method' })).toHaveTextContent('4 Verified Estimates, chosen');
  await screen.getByLabelText('Baseline energy consumption (kWh a year)').fill('120,000');
  await screen.getByLabelText('Project energy consumption (kWh a year)').fill('80000');
  await screen.getByLabelText('Financed amount (KES)').fill('400000');
  await screen.getByLabelText('Total project cost (KES)').fill('1000000');
  await screen.getByRole('button', { name: 'Calculate avoided emissions' }).click();
  const result = screen.getByRole('region', { name: 'Avoided emissions', exact: true });
  await expect.element(result).toHaveTextContent('20.00 t CO2e± 15% at 95% confidence17.00 to 23.00 t CO2e');
  await expect.element(result).toHaveTextContent('4 Verified Estimates (5 is the best)');
  await expect.element(result).toHaveTextContent('2 (1 is the best)');
  await expect.element(result).toHaveTextContent('Computed on this device');
  await screen.getByLabelText('Financed amount (KES)').fill('500000');
  await expect.element(result).toHaveTextContent('The fields have changed since.');
});

it('[C-34] has a renewable form that says beside each field what is wrong, and goes to the first', async () => {
  const screen = await show();
  await screen.getByText('Renewable energy').click();
  await screen.getByLabelText('Capacity (MW)').fill('2.5');
  await screen.getByLabelText('Capacity factor (0 to 1)').fill('22');
  await screen.getByRole('button', { name: 'Calculate avoided emissions' }).click();
  const share = screen.getByLabelText('Capacity factor (0 to 1)');
  await expect.element(share).toHaveFocus();
  await expect.element(share).toHaveAccessibleDescription('Must be between 0 and 1. 22 % is 0.22.');
  await expect.element(screen.getByLabelText('Capacity (MW)')).not.toHaveAttribute('aria-invalid');
});

it('[C-34] collapses and keeps what was entered', async () => {
  const screen = await show();
  await screen.getByLabelText('Project ID').fill('PRJ-1');
  await screen.getByRole('button', { name: 'Collapse' }).click();
  await expect.element(screen.getByText('Project ID')).not.toBeVisible();
  await screen.getByRole('button', { name: 'Expand' }).click();
  await expect.element(screen.getByLabelText('Project ID')).toHaveValue('PRJ-1');
});
