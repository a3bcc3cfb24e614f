import { Layers } from 'lucide-react';
import { expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { UiProvider } from '../theme/UiProvider.tsx';
import type { LoadFrame } from './LoadStates.tsx';
import { LoadedPage } from './LoadedPage.tsx';

const at = Date.parse('2025-11-18T11:26:10Z');
const refresh = vi.fn();

function shown(
  frame: Omit<LoadFrame, 'unread' | 'notHeld' | 'cameDamaged'>,
  unread = 0,
  notHeld = 0,
  cameDamaged: LoadFrame['cameDamaged'] = [],
) {
  return (
    <UiProvider>
      <LoadedPage
        title="DGN Portfolio Dashboard"
        frame={{ ...frame, unread, notHeld, cameDamaged }}
        refreshing={{ busy: false, refresh }}
        failed="Failed to load DGN portfolio data"
        empty={{ icon: Layers, title: 'No refinance portfolios available', text: 'They appear here.' }}
        skeleton={<p>boxes</p>}
        what="portfolio"
      >
        {() => <p>rows</p>}
      </LoadedPage>
    </UiProvider>
  );
}

it('shows boxes, then nothing yet, what went wrong, or the rows, each with its way on', { tags: ['T-8', 'D-15'] }, async () => {
  const { rerender } = await render(shown({ state: 'loading', problem: null, freshness: { kind: 'never' } }));
  await expect.element(page.getByText('boxes')).toBeVisible();
  await expect.element(page.getByText('Not loaded yet')).toBeVisible();

  const problem = { code: 'internal', message: 'API Error: 500 Internal Server Error', retry: true, status: 500 } as const;
  await rerender(shown({ state: 'failed', problem, freshness: { kind: 'never' } }));
  await expect.element(page.getByText('Failed to load DGN portfolio data')).toBeVisible();
  await expect.element(page.getByText('API Error: 500 Internal Server Error')).toBeVisible();
  await page.getByRole('button', { name: /try again|retry/i }).click();
  expect(refresh).toHaveBeenCalledOnce();

  await rerender(shown({ state: 'empty', problem: null, freshness: { kind: 'live', at } }));
  await expect.element(page.getByText('No refinance portfolios available')).toBeVisible();
  await expect.element(page.getByText('rows')).not.toBeInTheDocument();

  // Empty then does not mean empty now.
  for (const freshness of [
    { kind: 'stale', at },
    { kind: 'asOf', at, why: { kind: 'disconnected' } },
  ] as const) {
    await rerender(shown({ state: 'empty', problem: null, freshness }));
    await expect.element(page.getByRole('heading', { name: 'Not known now' })).toBeVisible();
    await expect.element(page.getByText('No refinance portfolios available when last known.')).toBeVisible();
    await expect.element(page.getByText('They appear here.')).not.toBeInTheDocument();
  }

  await rerender(shown({ state: 'ready', problem: null, freshness: { kind: 'stale', at } }, 2, 1));
  await expect.element(page.getByText('rows')).toBeVisible();
  await expect.element(page.getByText(/^Stale/)).toBeVisible();
  await expect
    .element(
      page.getByText('2 portfolios on this device could not be read. They are neither shown nor counted here and are fetched again.'),
    )
    .toBeVisible();
  await expect.element(page.getByText('1 more portfolio is at the platform and not on this device:')).toBeVisible();
});

it('shows what came in no form that can be used: damaged rows by name, values that are not known here as unknown and set apart, beside the others', {
  tags: ['G-14', 'G-13'],
}, async () => {
  const raw = '\u202eevil <b>sev0</b>';
  const cameDamaged = ['INC-0001', { row: 'INC-0002', unknown: [{ member: 'severity', raw }] }];
  await render(shown({ state: 'ready', problem: null, freshness: { kind: 'live', at } }, 3, 0, cameDamaged));
  await expect.element(page.getByText('rows', { exact: true })).toBeVisible();
  // One of the three is damaged on this device.
  await expect.element(page.getByText('1 portfolio on this device could not be read', { exact: false })).toBeVisible();
  await expect.element(page.getByText('INC-0001 arrived damaged from the platform', { exact: false })).toBeVisible();
  await expect
    .element(page.getByText('INC-0002 has values that this version of the console does not know', { exact: false }))
    .toBeVisible();
  const line = page.getByRole('listitem').element();
  expect(line.textContent).toBe('INC-0002, severity: unknown ([U+202E]evil <b>sev0</b>)');
  expect(line.querySelector('bdi')?.textContent).toBe('[U+202E]evil <b>sev0</b>');
  expect(line.querySelector('b')).toBeNull();
});
