import { expect, it, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { UiProvider } from '../../ui/theme/UiProvider.tsx';
import { UnauthorizedScreen } from './UnauthorizedScreen.tsx';

const page = { title: 'Evidence Management', needs: 'view:evidence', heldBy: ['Administrator', 'Operator'] };

it("shows the role, what the page needs, 'Go Back', 'Go to Dashboard' and support", { tags: ['I-4', 'C-73'] }, async () => {
  const onBack = vi.fn();
  const onDashboard = vi.fn();
  const screen = await render(
    <UiProvider>
      <UnauthorizedScreen page={page} roleLabel="Read Only" supportUrl="https://help.example" onBack={onBack} onDashboard={onDashboard} />
    </UiProvider>,
  );
  await expect.element(screen.getByRole('heading', { name: 'Access Denied' })).toBeVisible();
  for (const words of ['Read Only', 'view:evidence', 'Administrator, Operator', 'Your role lacks the permission'])
    await expect.element(screen.getByText(words)).toBeVisible();
  await screen.getByRole('button', { name: 'Go Back' }).click();
  await screen.getByRole('button', { name: 'Go to Dashboard' }).click();
  expect([onBack.mock.calls.length, onDashboard.mock.calls.length]).toEqual([1, 1]);
  await expect.element(screen.getByRole('link', { name: 'Contact support' })).toHaveAttribute('href', 'https://help.example');
});

it.each(['javascript:alert(1)', 'https://help.example\\@evil.example', '//evil.example'])(
  'what is no link to help is told as text: %j',
  { tags: ['G-14', 'A-12'] },
  async (supportUrl) => {
    const screen = await render(
      <UiProvider>
        <UnauthorizedScreen
          page={page}
          roleLabel="Read Only"
          supportUrl={supportUrl}
          onBack={() => undefined}
          onDashboard={() => undefined}
        />
      </UiProvider>,
    );
    await expect.element(screen.getByText(supportUrl, { exact: true })).toBeVisible();
    expect(screen.getByRole('link').elements()).toHaveLength(0);
  },
);

it('at /unauthorized itself names no page', { tags: ['I-4'] }, async () => {
  const screen = await render(
    <UiProvider>
      <UnauthorizedScreen page={null} roleLabel="Read Only" supportUrl={null} onBack={() => undefined} onDashboard={() => undefined} />
    </UiProvider>,
  );
  await expect.element(screen.getByText(/permission to open this page/)).toBeVisible();
  expect(screen.getByText('This page needs').elements()).toHaveLength(0);
});
