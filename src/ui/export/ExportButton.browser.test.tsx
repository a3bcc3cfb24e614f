import { expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import type { ExportOutcome, TableExport } from '../../domain/exports/tableExport.ts';
import { UiProvider } from '../theme/UiProvider.tsx';
import { ClockProvider } from '../time/clock.tsx';
import { ExportButton } from './ExportButton.tsx';

const problem = { code: 'network', message: 'The platform cannot be reached.', retry: true } as const;
const data = { name: 'verifications-20251118T112606Z.csv', mimeType: 'text/csv', text: 'a\r\n' };
const proof = { name: 'verifications-20251118T112606Z.record.json', mimeType: 'application/json', text: '{}' };
const signed: ExportOutcome = {
  state: 'signed',
  data,
  proof,
  kid: 'ukweli-2025-11',
  expiresAt: '2025-12-23T11:26:06.000Z',
  asOf: '2025-11-18T11:26:06.000Z',
  count: 3,
};

async function shown(change: Partial<TableExport<string>>) {
  const offer: TableExport<string> = {
    title: 'Verifications',
    filter: { status: 'failed', siteCode: 'KE-NBO-014' },
    count: 2,
    freshness: { kind: 'live', at: Date.now() },
    missing: null,
    disabledReason: null,
    prepare: async () => signed,
    ...change,
  };
  await render(
    <UiProvider>
      <ClockProvider zone="Africa/Nairobi" offsetMs={0} businessAt={null}>
        <ExportButton offer={offer} shown={() => ['b', 'a']} />
      </ClockProvider>
    </UiProvider>,
  );
  return page.getByRole('button', { name: 'Export verifications' });
}

it('is shown to who may not export, with the reason, and opens nothing', { tags: ['D-6'] }, async () => {
  const button = await shown({ disabledReason: 'Admin and Bank Ops may.' });
  await expect.element(button).toHaveAccessibleDescription('Admin and Bank Ops may.');
  await userEvent.tab();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
});

it('says what will be exported, hands over the rows in the table’s order, then offers both files', { tags: ['D-28'] }, async () => {
  const prepare = vi.fn(async () => signed);
  await (await shown({ prepare, missing: '2 of 3 records are on this device.' })).click();
  const dialog = page.getByRole('dialog', { name: 'Export verifications' });
  await expect.element(dialog.getByText('KE-NBO-014')).toBeVisible();
  await expect.element(dialog.getByText('2 of 3 records are on this device.')).toBeVisible();
  await dialog.getByText('JSON', { exact: true }).click();
  await expect.element(dialog.getByText('2 rows', { exact: true })).toBeVisible();
  await dialog.getByRole('button', { name: 'Export', exact: true }).click();
  // The platform has more rows than this device; the file has the platform's count.
  await expect.element(dialog.getByText(/^3 rows, /)).toBeVisible();
  await expect.element(dialog.getByText(proof.name, { exact: true })).toBeVisible();
  await expect.element(dialog.getByRole('button', { name: 'Save signed record' })).toBeVisible();
  expect(prepare.mock.calls).toEqual([['json', ['b', 'a']]]);
});

it('says that nobody has signed while the platform is out of reach, and that nothing was exported when it refuses', {
  tags: ['P-3', 'D-28'],
}, async () => {
  const outcomes: ExportOutcome[] = [
    { state: 'unsigned', data, problem, count: 2 },
    { state: 'refused', problem: { ...problem, code: 'forbidden', message: 'You may not do this.' } },
  ];
  await (await shown({ prepare: async () => outcomes.shift() ?? signed })).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Export', exact: true }).click();
  await expect.element(dialog.getByText('This file is not signed.')).toBeVisible();
  await expect.element(dialog.getByText(/The 2 rows on this device can be saved without a signed record/)).toBeVisible();
  await expect.element(dialog.getByRole('button', { name: 'Save unsigned' })).toBeVisible();
  // Statements about the platform's signed file must not appear for the unsigned one.
  expect(dialog.element().textContent).not.toMatch(/Its signature covers|is recorded|the platform’s current rows/);
  await dialog.getByRole('button', { name: 'Try again' }).click();
  await expect.element(dialog.getByText('You may not do this.')).toBeVisible();
  await expect.element(dialog.getByRole('button', { name: 'Save unsigned' })).not.toBeInTheDocument();
});
