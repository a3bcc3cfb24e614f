import { describe, expect, it } from 'vitest';
import { tenantFault } from './newTenant.ts';

const tenant = { name: 'Lakeside', place: 'Kisumu', timeZone: 'Africa/Nairobi', currency: 'KES' };

describe('a tenant that an operator creates', () => {
  it.each([
    ['Africa/Nairobi', 'KES'],
    ['Africa/Kampala', 'UGX'],
    ['America/Argentina/Buenos_Aires', 'ARS'],
    ['Etc/GMT+3', 'USD'],
    ['UTC', 'EUR'],
  ])('may keep its days in %s and its money in %s', (timeZone, currency) => {
    expect(tenantFault({ ...tenant, timeZone, currency })).toBeNull();
  });

  it.each(['', 'Nairobi', 'EAT', '+03:00', 'Africa/Nowhere', 'Africa/Nairobi ', 'constructor'])(
    'does not begin its days in %j',
    (timeZone) => {
      expect(tenantFault({ ...tenant, timeZone })).toContain('--time-zone');
    },
  );

  it.each(['', 'kes', 'KSh', 'XYZ', 'KES '])('does not pay in %j', (currency) => {
    expect(tenantFault({ ...tenant, currency })).toContain('--currency');
  });

  it('has a name and a place', () => {
    expect(tenantFault({ ...tenant, name: ' ' })).toContain('--tenant-name');
    expect(tenantFault({ ...tenant, place: '' })).toContain('--place');
  });
});
