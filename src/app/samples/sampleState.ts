/** Values shown by the samples of the sign-in pages. */
export const sampleSupport = 'mailto:support@ukweli.example';
export const sampleFailure = 'State mismatch - possible CSRF attack';
export const sampleTenant = {
  tenantId: 'sample',
  name: 'Sample',
  place: 'Nairobi',
  region: 'af-south-1',
  currency: 'KES',
  timeZone: 'Africa/Nairobi',
} as const;
