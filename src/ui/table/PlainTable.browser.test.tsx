import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { PlainTable } from './PlainTable.tsx';

const table = (
  <PlainTable
    label="Latest errors"
    heads={[{ id: 'code', label: 'Code' }]}
    rows={[{ id: '1', cells: ['DECISION_TIMEOUT_OF_A_STAGE_WITH_A_LONG_NAME'] }]}
  />
);

it('is in the tab order where it scrolls sideways, and only there', async () => {
  const { container } = await render(<div style={{ width: 900 }}>{table}</div>);
  await expect.element(page.getByRole('table', { name: 'Latest errors' })).toBeVisible();
  expect(container.querySelector('[tabindex]')).toBeNull();
  const narrow = await render(<div style={{ width: 160 }}>{table}</div>);
  await expect.poll(() => narrow.container.querySelector('[role="region"]')?.getAttribute('tabindex')).toBe('0');
  expect(narrow.container.querySelector('[role="region"]')?.getAttribute('aria-label')).toBe('Latest errors, scrolls sideways');
});
