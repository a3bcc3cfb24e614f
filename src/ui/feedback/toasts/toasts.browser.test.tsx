import type {} from '@vitest/browser-playwright'; // types the methods of cdp()
import type { ReactNode } from 'react';
import { expect, it, vi } from 'vitest';
import { cdp, page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { Button } from '../../controls/Button.tsx';
import { Dialog } from '../../overlay/Dialog.tsx';
import { UiProvider } from '../../theme/UiProvider.tsx';
import { createMessages, toastMs } from '../Toaster.tsx';
import { readMs } from './machine.ts';
import type { ToastClock } from './store.ts';
import { createToastStack } from './ToastStack.tsx';
import { sampleYes } from '../../../domain/claims/sample.ts';

/** Titles of the visible toasts, newest first. */
const inSight = () =>
  [...document.querySelectorAll('.uk-toasts li:not([data-going])')].map((item) => item.querySelector('p')?.textContent ?? '');
const section = () => document.querySelector<HTMLElement>('.uk-toasts') ?? document.body;
const item = (at: number) => [...document.querySelectorAll<HTMLElement>('.uk-toasts li:not([data-going])')][at] ?? document.body;

/** A clock that only advances by `move`, which fires due timers in order. */
function movableClock(): ToastClock & { readonly move: (ms: number) => void } {
  let now = 0;
  const alarms = new Set<{ readonly at: number; readonly ring: () => void }>();
  return {
    now: () => now,
    after: (ms, ring) => {
      const alarm = { at: now + ms, ring };
      alarms.add(alarm);
      return () => void alarms.delete(alarm);
    },
    move: (ms) => {
      const until = now + ms;
      for (;;) {
        const next = [...alarms].filter(({ at }) => at <= until).sort((a, b) => a.at - b.at)[0];
        if (next === undefined) break;
        alarms.delete(next);
        now = next.at;
        next.ring();
      }
      now = until;
    },
  };
}

let clock = movableClock();
let toast: ReturnType<typeof createMessages>['toast'] = () => undefined;

/** Renders a page with its own toasts; the pointer is moved away from them. */
async function show(beside: ReactNode = null): Promise<void> {
  clock = movableClock();
  const messages = createMessages(() => Promise.resolve(createToastStack(clock)));
  toast = messages.toast;
  const { Toaster } = messages;
  await render(
    <UiProvider>
      <button type="button">Before</button>
      {beside}
      <Toaster />
    </UiProvider>,
  );
  if (beside === null) await userEvent.hover(page.getByRole('button', { name: 'Before' }));
}

it('success, warning, info and plain ones stay 4000 ms, errors 5000 ms', { tags: ['I-20'] }, async () => {
  await show();
  expect(['ok', 'warn', 'info', 'plain', 'bad'].map((tone) => toastMs(tone as 'ok'))).toEqual([4000, 4000, 4000, 4000, 5000]); // each is a ToastTone
  toast({ claim: sampleYes('sample', 'ok') });
  for (const tone of ['plain', 'bad'] as const) toast({ tone, title: tone });
  await expect.poll(inSight).toEqual(['bad', 'plain', 'ok']);
  clock.move(3_990);
  await expect.poll(inSight).toEqual(['bad', 'plain', 'ok']);
  clock.move(20);
  await expect.poll(inSight).toEqual(['bad']);
  clock.move(1_000);
  await expect.poll(inSight).toEqual([]);
});

it('at the top right, 356 px wide, three at most, 14 px apart when spread, 14 px of each behind the first when not', {
  tags: ['I-20'],
}, async () => {
  await show();
  for (const title of ['a', 'b', 'c', 'd']) toast({ tone: 'info', title, ...(title === 'b' && { text: 'With a sentence.' }) });
  await expect.poll(inSight).toEqual(['d', 'c', 'b']);
  const box = section().getBoundingClientRect();
  expect([box.width, innerWidth - box.right <= 32, box.top <= 80]).toEqual([356, true, true]);
  // Spread until they can be read; then each shows only its edge.
  await expect.poll(() => section().hasAttribute('data-spread')).toBe(true);
  clock.move(readMs);
  await expect.poll(() => section().hasAttribute('data-spread')).toBe(false);
  const bottoms = () => [0, 1, 2].map((at) => item(at).getBoundingClientRect().bottom);
  await expect.poll(() => bottoms().map((bottom) => Math.round(bottom - (bottoms()[0] ?? 0)))).toEqual([0, 14, 28]);
  await userEvent.hover(item(0));
  const gaps = () => [1, 2].map((at) => Math.round(item(at).getBoundingClientRect().top - item(at - 1).getBoundingClientRect().bottom));
  await expect.poll(gaps).toEqual([14, 14]);
  // There is room again: the pushed-out toast returns.
  await page.getByRole('button', { name: 'Close' }).first().click();
  await expect.poll(inSight).toEqual(['c', 'b', 'a']);
});

it('stay while the pointer is over them, between them too, and go on when it leaves', { tags: ['I-20'] }, async () => {
  await show();
  toast({ tone: 'info', title: 'kept' });
  await expect.poll(inSight).toEqual(['kept']);
  await userEvent.hover(item(0));
  await expect.poll(() => section().hasAttribute('data-spread')).toBe(true);
  clock.move(60_000);
  expect(inSight()).toEqual(['kept']);
  await userEvent.hover(page.getByRole('button', { name: 'Before' }));
  await expect.poll(() => section().hasAttribute('data-spread')).toBe(false);
  clock.move(4_000);
  await expect.poll(inSight).toEqual([]);
});

it('stay while the tab is hidden', { tags: ['I-20'] }, async () => {
  await show();
  toast({ tone: 'info', title: 'unseen' });
  await expect.poll(inSight).toEqual(['unseen']);
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  document.dispatchEvent(new Event('visibilitychange'));
  clock.move(60_000);
  expect(inSight()).toEqual(['unseen']);
  hidden.mockReturnValue(false);
  document.dispatchEvent(new Event('visibilitychange'));
  clock.move(3_900);
  expect(inSight()).toEqual(['unseen']);
  clock.move(200);
  await expect.poll(inSight).toEqual([]);
  hidden.mockRestore();
});

it('Alt+T spreads them and takes the focus there, which holds them; Escape gives it back', { tags: ['I-20'] }, async () => {
  await show();
  const before = page.getByRole('button', { name: 'Before' });
  (before.element() as HTMLElement).focus(); // a button
  await userEvent.keyboard('{Alt>}t{/Alt}');
  await expect.element(before).toHaveFocus(); // no toasts to spread
  toast({ tone: 'info', title: 'one' });
  toast({ tone: 'bad', title: 'two' });
  await expect.poll(inSight).toEqual(['two', 'one']);
  await userEvent.keyboard('{Alt>}t{/Alt}');
  await expect.poll(() => document.activeElement === section() && section().hasAttribute('data-spread')).toBe(true);
  clock.move(60_000);
  expect(inSight()).toEqual(['two', 'one']);
  await userEvent.keyboard('{Escape}');
  await expect.element(before).toHaveFocus();
  await expect.poll(() => section().hasAttribute('data-spread')).toBe(false);
  clock.move(5_000);
  await expect.poll(inSight).toEqual([]);
});

it('closed by key one after the other, the focus goes on and comes back', { tags: ['I-20'] }, async () => {
  await show();
  const before = page.getByRole('button', { name: 'Before' });
  (before.element() as HTMLElement).focus(); // a button
  toast({ tone: 'info', title: 'one' });
  toast({ tone: 'bad', title: 'two' });
  await expect.poll(inSight).toEqual(['two', 'one']);
  await userEvent.keyboard('{Alt>}t{/Alt}');
  await userEvent.tab();
  await userEvent.keyboard('{Enter}');
  await expect.poll(inSight).toEqual(['one']);
  await expect.poll(() => item(0).contains(document.activeElement)).toBe(true);
  await userEvent.keyboard('{Enter}');
  await expect.poll(inSight).toEqual([]);
  await expect.element(before).toHaveFocus();
});

/** Waits until no toast is moving, because positions measured during an animation are outdated. */
const atRest = () => expect.poll(() => document.getAnimations().filter(({ playState }) => playState === 'running').length).toBe(0);

/** Drags the first toast by the given px with a real pointer. */
async function draw(dx: number, dy: number, letGo = true): Promise<void> {
  await atRest();
  // The runner may scale this page down.
  const frame = window.frameElement?.getBoundingClientRect() ?? new DOMRect(0, 0, innerWidth, innerHeight);
  const scale = frame.width / innerWidth;
  const box = item(0).getBoundingClientRect();
  const from = { x: box.left + 120, y: box.top + 20 };
  const send = (type: string, x: number, y: number) =>
    cdp().send('Input.dispatchMouseEvent', {
      type: type as 'mouseMoved', // one of the event types
      x: frame.left + x * scale,
      y: frame.top + y * scale,
      button: 'left',
      buttons: 1,
      clickCount: 1,
    });
  await send('mousePressed', from.x, from.y);
  await send('mouseMoved', from.x + dx / 2, from.y + dy / 2);
  await send('mouseMoved', from.x + dx, from.y + dy);
  if (letGo) await send('mouseReleased', from.x + dx, from.y + dy);
}

it('drawn 45 px to the right or upwards and let go they leave; drawn less, or the other way, they come back', {
  tags: ['I-20'],
}, async () => {
  await show();
  toast({ tone: 'info', title: 'one' });
  toast({ tone: 'info', title: 'two' });
  await expect.poll(inSight).toEqual(['two', 'one']);
  const left = () => Math.round(item(0).getBoundingClientRect().left - section().getBoundingClientRect().left);
  await draw(40, 0, false);
  await expect.poll(left).toBe(40);
  await draw(40, 0);
  await expect.poll(left).toBe(0);
  await draw(-80, 60);
  await expect.poll(left).toBe(0);
  expect(inSight()).toEqual(['two', 'one']);
  await draw(48, 0);
  await expect.poll(inSight).toEqual(['one']);
  await draw(0, -48);
  await expect.poll(inSight).toEqual([]);
});

it('a finger on one holds them all', { tags: ['I-20'] }, async () => {
  await show();
  toast({ tone: 'info', title: 'pressed' });
  await expect.poll(inSight).toEqual(['pressed']);
  const touch = { bubbles: true, pointerId: 7, pointerType: 'touch', button: 0, clientX: 10, clientY: 10, isPrimary: true };
  const capture = vi.spyOn(Element.prototype, 'setPointerCapture').mockReturnValue(); // no real pointer with this id is down
  item(0).dispatchEvent(new PointerEvent('pointerdown', touch));
  clock.move(60_000);
  expect(inSight()).toEqual(['pressed']);
  item(0).dispatchEvent(new PointerEvent('pointercancel', touch));
  clock.move(4_000);
  await expect.poll(inSight).toEqual([]);
  capture.mockRestore();
});

it('a message is closed over an open dialog, which stays', { tags: ['I-20'] }, async () => {
  const onClose = vi.fn();
  await show(<Dialog open onClose={onClose} title="Edit User" actions={<Button>Save</Button>} />);
  await expect.element(page.getByRole('dialog')).toBeVisible();
  toast({ tone: 'bad', title: 'Not saved' });
  await expect.poll(inSight).toEqual(['Not saved']);
  await userEvent.click(item(0).querySelector('button') ?? item(0));
  await expect.poll(inSight).toEqual([]);
  expect(onClose).not.toHaveBeenCalled();
  await expect.element(page.getByRole('dialog')).toBeVisible();
});
