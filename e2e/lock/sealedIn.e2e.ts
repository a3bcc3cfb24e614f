// Long: packs are changed in the database, one after the other.
import type { Locator, Page } from '@playwright/test';
import { arrive } from '../support/people.ts';
import { rewriteDatabase } from '../support/rewritten.ts';
import { expect, test } from '../support/test.ts';

const verdict = (page: Page): Locator => page.getByRole('region', { name: /^Verdict: / });
const failed = (page: Page): Locator => page.getByRole('region', { name: 'Verdict: Verification Failed' });

test('evidence of one school is never verified for another: site, verification and date of a pack changed in the database', {
  tag: ['@P-1', '@A-18', '@D-8'],
}, async ({ page, platform, complaints }) => {
  await rewriteDatabase(platform, [
    // As in the penetration test: the pack of one school attached to another school's verification.
    `update evidence_packs set created_at = created_at - interval '40 days', vrf_id = 'VRF-000100',
      site_code = (select site_code from verifications where tenant_id = 'demo' and vrf_id = 'VRF-000100')
      where tenant_id = 'demo' and pack_id = 'EP-0932'`,
    // Only the site is changed; the verification stays.
    `update evidence_packs set site_code = (select min(site_code) from sites where tenant_id = 'demo' and site_code <> evidence_packs.site_code)
      where tenant_id = 'demo' and pack_id = 'EP-0933'`,
  ]);
  await arrive(page, 'operator', '/operations/evidence?pack=EP-0932');
  await expect(failed(page)).toContainText('Not the evidence of VRF-000100');
  await expect(page.getByRole('dialog')).toContainText('By the platform’s list');
  await page.goto('/operations/evidence?pack=EP-0933');
  await expect(failed(page)).toContainText(/Not the evidence of VRF-\d+\. The platform lists it for KE-/);

  await test.step('an honest pack is told by its sealed entry, what only the platform says apart', async () => {
    await page.goto('/operations/evidence?pack=EP-0931');
    await expect(page.getByRole('region', { name: 'Verdict: Verified' })).toContainText('All four checks passed on this device');
    await expect(page.getByRole('dialog')).toContainText(/KE-[A-Z]{3}-\d{3} · VRF-\d{6} · sealed /);
    await expect(verdict(page).getByRole('listitem')).toHaveCount(4);
    await expect(page.getByRole('region', { name: 'Pack details' })).toContainText('Reported by the platform, not signed');
  });
  expect(complaints.all()).toEqual([]);
});
