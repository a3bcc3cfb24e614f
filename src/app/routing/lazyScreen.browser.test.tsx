import { Suspense, useState } from 'react';
import { expect, it, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { UiProvider } from '../../ui/theme/UiProvider.tsx';
import { lazyScreen } from './lazyScreen.tsx';
import { ScreenBoundary } from './ScreenBoundary.tsx';

const Incidents = () => <h1>Incident Management</h1>;

it('a screen whose code does not arrive is asked for once, says so with a way on, and is asked for again when the person comes back to it', {
  tags: ['F-19'],
}, async () => {
  let arrives = false;
  const load = vi.fn(async () => {
    // Asynchronous, like a real network.
    await new Promise((resolve) => requestAnimationFrame(resolve));
    if (!arrives) throw new TypeError('Failed to fetch dynamically imported module');
    return Incidents;
  });
  const { View } = lazyScreen(load);
  function Page() {
    const [path, go] = useState('/');
    return (
      <UiProvider>
        <button type="button" onClick={() => go('/system/incidents')}>
          Incidents
        </button>
        <button type="button" onClick={() => go('/')}>
          Overview
        </button>
        <ScreenBoundary resetKey={path}>
          <Suspense fallback={<p>Loading</p>}>{path === '/' ? <h1>Overview</h1> : <View />}</Suspense>
        </ScreenBoundary>
      </UiProvider>
    );
  }
  const screen = await render(<Page />);
  await screen.getByRole('button', { name: 'Incidents' }).click();
  await expect.element(screen.getByText('This page could not be loaded')).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Reload' })).toBeVisible();
  expect(load).toHaveBeenCalledTimes(1);

  arrives = true;
  await screen.getByRole('button', { name: 'Overview' }).click();
  await screen.getByRole('button', { name: 'Incidents' }).click();
  await expect.element(screen.getByRole('heading', { name: 'Incident Management' })).toBeVisible();
  expect(load).toHaveBeenCalledTimes(2);
});
