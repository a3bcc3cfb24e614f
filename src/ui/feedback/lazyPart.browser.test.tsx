import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { lazyPart } from './lazyPart.tsx';

const Greeting = ({ name }: { readonly name: string }) => <p>Good day, {name}</p>;

it('a part whose code does not arrive is told of, takes nothing else away, and is asked for again the next time', {
  tags: ['F-19'],
}, async () => {
  const load = vi.fn().mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module')).mockResolvedValue(Greeting);
  const { Part } = lazyPart<{ readonly name: string }>(load);
  const missed = vi.fn();
  function Page() {
    const [open, setOpen] = useState(false);
    const close = () => {
      missed();
      setOpen(false);
    };
    return (
      <>
        <button type="button" onClick={() => setOpen(true)}>
          Open
        </button>
        {open && <Part name="Achieng" onMissing={close} />}
      </>
    );
  }
  const screen = await render(<Page />);
  await screen.getByRole('button', { name: 'Open' }).click();
  await vi.waitFor(() => expect(missed).toHaveBeenCalledOnce(), 15_000);
  await screen.getByRole('button', { name: 'Open' }).click();
  await expect.element(screen.getByText('Good day, Achieng')).toBeVisible();
  expect(load).toHaveBeenCalledTimes(2);
  expect(missed).toHaveBeenCalledOnce();
});

it('fetching ahead never fails, and a part that was fetched ahead is there at once', { tags: ['F-19'] }, async () => {
  const failing = lazyPart(() => Promise.reject(new TypeError('gone')));
  failing.preload();
  const { Part, preload } = lazyPart(async () => Greeting);
  preload();
  await Promise.resolve();
  const screen = await render(<Part name="Wanjiru" onMissing={() => undefined} />);
  await expect.element(screen.getByText('Good day, Wanjiru')).toBeVisible();
});
