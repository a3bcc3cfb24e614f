import { afterEach, expect, it, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { type BackCloses, startBackCloses, useBackCloses } from './backCloses.ts';
import { lazyOverlay } from './lazyOverlay.tsx';

/** What opens in the first moments of a page, before the code is there that lets Back close it (D-61). */

/** Code that has not arrived yet. */
function resolvers() {
  let resolve: (code: BackCloses) => void = () => undefined;
  const promise = new Promise<BackCloses>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}
const unused = () => undefined;
const nothing: BackCloses = () => unused;
afterEach(() => startBackCloses(async () => nothing));

function Overlay({ onClose = unused }: { readonly onClose?: () => void }) {
  useBackCloses(true, onClose);
  return <p>Open</p>;
}

it('an overlay is not shown before Back can close it', { tags: ['D-61'] }, async () => {
  const code = resolvers();
  const opened = vi.fn<BackCloses>(nothing);
  startBackCloses(() => code.promise);
  const loading = vi.fn(async () => Overlay);
  const { Part } = lazyOverlay(loading);
  const screen = await render(<Part onMissing={unused} />);
  await expect.poll(() => loading.mock.calls.length).toBe(1);
  expect(screen.getByText('Open').elements()).toHaveLength(0);
  code.resolve(opened);
  await expect.element(screen.getByText('Open')).toBeVisible();
  await expect.poll(() => opened.mock.calls.length).toBe(1);
});

it('code that does not load keeps nobody from an overlay, and is asked for again by the next', { tags: ['D-61'] }, async () => {
  const opened = vi.fn<BackCloses>(nothing);
  const load = vi.fn(async () => opened).mockRejectedValueOnce(new TypeError('Failed to fetch'));
  startBackCloses(load);
  const { Part } = lazyOverlay(async () => Overlay);
  const first = await render(<Part onMissing={unused} />);
  await expect.element(first.getByText('Open')).toBeVisible();
  await expect.poll(() => opened.mock.calls.length).toBe(1);
  expect(load).toHaveBeenCalledTimes(2);
});

it('code that is never answered keeps nobody from an overlay; if it comes later, Back closes what is open', {
  tags: ['D-61'],
}, async () => {
  const code = resolvers();
  const opened = vi.fn<BackCloses>(nothing);
  startBackCloses(() => code.promise);
  const { Part } = lazyOverlay(async () => Overlay);
  const screen = await render(<Part onMissing={unused} />);
  await expect.element(screen.getByText('Open')).toBeVisible();
  expect(opened).not.toHaveBeenCalled();
  code.resolve(opened);
  await expect.poll(() => opened.mock.calls.length).toBe(1);
});

it('an overlay that was closed before the code came adds no step', { tags: ['D-61'] }, async () => {
  const code = resolvers();
  const opened = vi.fn<BackCloses>(nothing);
  startBackCloses(() => code.promise);
  const short = await render(<Overlay />);
  await short.unmount();
  const long = await render(<Overlay />);
  code.resolve(opened);
  await expect.poll(() => opened.mock.calls.length).toBe(1);
  await long.unmount();
});
