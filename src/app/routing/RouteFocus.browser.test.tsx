import { Suspense, use } from 'react';
import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { RouteFocus, useRouteAsked } from './RouteFocus.tsx';

/** A page whose screen appears when `code` resolves. */
function Routed({ address, code }: { readonly address: string; readonly code: Promise<unknown> }) {
  useRouteAsked(address);
  return (
    <>
      <button type="button">Theme</button>
      <main>
        <Suspense fallback="waiting">
          <Screen address={address} code={code} />
          <RouteFocus address={address} title={address} />
        </Suspense>
      </main>
    </>
  );
}
function Screen({ address, code }: { readonly address: string; readonly code: Promise<unknown> }) {
  use(code);
  return <h1>{address}</h1>;
}

it('starts at the heading of a page that opens, and leaves the focus with who has gone on before it was there', async () => {
  const here = Promise.resolve();
  const { rerender } = await render(<Routed address="/first" code={here} />);
  await expect.element(page.getByRole('heading', { name: '/first' })).toBeVisible();

  await rerender(<Routed address="/second" code={here} />);
  await expect.element(page.getByRole('heading', { name: '/second' })).toHaveFocus();

  let arrive = () => {};
  const late = new Promise<void>((resolve) => (arrive = resolve));
  await rerender(<Routed address="/third" code={late} />);
  await expect.element(page.getByText('waiting')).toBeVisible();
  await userEvent.click(page.getByRole('button', { name: 'Theme' }));
  arrive();
  await expect.element(page.getByRole('heading', { name: '/third' })).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Theme' })).toHaveFocus();

  await rerender(<Routed address="/fourth" code={here} />);
  await expect.element(page.getByRole('heading', { name: '/fourth' })).toHaveFocus();
});
