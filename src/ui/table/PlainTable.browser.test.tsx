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

it('stacks its cells on a phone, each under its head, and stays a table', async () => {
  await page.viewport(390, 844);
  try {
    const heads = ['Component', 'Lowest p95', 'Median p95', 'Highest p95', 'Highest at', 'Not measured'].map((label) => ({
      id: label,
      label,
    }));
    const cells = ['Verification Engine', '573 ms', '740 ms', '1,024 ms', '11:15', 'nothing'];
    const { container } = await render(<PlainTable label="Latency" stacksUnder="Component" heads={heads} rows={[{ id: '1', cells }]} />);
    await expect.element(page.getByRole('cell', { name: '1,024 ms' })).toBeVisible();
    expect(page.getByRole('columnheader').elements()).toHaveLength(6);
    expect(page.getByRole('row').elements()).toHaveLength(2);
    expect(container.querySelector('[tabindex]')).toBeNull();
    const tops = [...container.querySelectorAll('td')].map((cell) => cell.getBoundingClientRect().top);
    expect(Math.max(...tops)).toBeGreaterThan(Math.min(...tops) + 40);
  } finally {
    await page.viewport(1280, 720);
  }
});
