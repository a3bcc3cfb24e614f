import { expect, it, vi } from 'vitest';
import { switchTenant } from './switchTenant.ts';

const kampala = {
  tenantId: 'kampala',
  name: 'Kampala',
  place: 'Kampala',
  region: 'af-south-1',
  currency: 'UGX',
  timeZone: 'Africa/Kampala',
};

it('anybody but an admin is refused with the document’s console warning, and nothing is asked of the platform', {
  tags: ['C-69', 'C-78'],
}, async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  for (const role of ['bank_ops', 'auditor', 'operator'] as const) {
    expect(await switchTenant({ role }, kampala)).toMatchObject({ kind: 'failed', problem: { code: 'forbidden' } });
    expect(warn).toHaveBeenLastCalledWith('Only admin users can switch tenants');
  }
  expect(warn).toHaveBeenCalledTimes(3);
  warn.mockRestore();
});
