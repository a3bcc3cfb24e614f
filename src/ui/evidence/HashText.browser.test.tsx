import { expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { LiveRegion } from '../feedback/LiveRegion.tsx';
import { HashPair } from './HashPair.tsx';
import { HashText } from './HashText.tsx';

const hash = '9f2c41d07be8a356'.repeat(4);

it('shows a hash cut, copies it whole and says so', { tags: ['C-26'] }, async () => {
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  await render(
    <>
      <HashText value={hash} cut={12} label="seal" />
      <LiveRegion />
    </>,
  );
  await expect.element(page.getByText('9f2c41d07be8…')).toBeVisible();
  await page.getByRole('button', { name: 'Copy seal' }).click();
  expect(write).toHaveBeenCalledWith(hash);
  await expect.element(page.getByRole('button', { name: 'Copied seal' })).toBeVisible();
  await expect.element(page.getByRole('status')).toHaveTextContent('Copied seal');
});

it('says when copying is refused', async () => {
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('denied', 'NotAllowedError'));
  await render(
    <>
      <HashText value={hash} label="seal" />
      <LiveRegion />
    </>,
  );
  await page.getByRole('button', { name: 'Copy seal' }).click();
  await expect.element(page.getByRole('button', { name: 'Could not copy seal' })).toBeVisible();
});

it('marks the first digit in which two hashes differ, wherever it lies', { tags: ['C-71'] }, async () => {
  const other = `${hash.slice(0, 50)}f${hash.slice(51)}`;
  const { container } = await render(<HashPair a={hash} b={other} labels={['Manifest', 'Recomputed']} />);
  expect([...container.querySelectorAll('mark')].map((mark) => mark.textContent)).toEqual([hash[50], 'f']);
});
