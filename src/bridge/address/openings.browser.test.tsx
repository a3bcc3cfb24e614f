import { useState } from 'react';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { href } from '../../domain/screens/address.ts';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import { startBackCloses } from '../../ui/overlay/backCloses.ts';
import { MenuButton } from '../../ui/controls/Menu.tsx';
import { Link, Links } from './Link.tsx';
import { navigate, usePath } from './navigation.ts';
import { openLayer } from './openings.ts';
import { useAddress } from './useAddress.ts';

/** What is in the browser's history while things open and close over a screen (D-61), in a real browser. */

let start = '';
beforeAll(() => {
  startBackCloses(async () => openLayer);
});
beforeEach(() => {
  start = location.pathname + location.search;
});
afterEach(() => {
  history.replaceState(null, '', start);
});

const at = () => location.pathname + location.search;
const expectAddress = (address: string) => expect.poll(at).toBe(address);
const left = href('overview');

function List() {
  const [address, show] = useAddress('verifications');
  const [asking, setAsking] = useState(false);
  return (
    <>
      <output>{JSON.stringify(address)}</output>
      <button type="button" onClick={() => show({ open: 'VRF-1' })}>
        Open record
      </button>
      <button type="button" onClick={() => show({ open: 'VRF-2' })}>
        Record below
      </button>
      <button type="button" onClick={() => show({ open: null })}>
        Close record
      </button>
      <button type="button" onClick={() => show({ status: 'failed' })}>
        Failed ones
      </button>
      <button type="button" onClick={() => setAsking(true)}>
        Ask
      </button>
      <MenuButton
        label="Go"
        trigger="Go"
        items={[
          { id: 'dlq', label: 'Dead letters' },
          { id: 'pending', label: 'Pending ones' },
        ]}
        onSelect={(id) => (id === 'dlq' ? navigate(href('dlq')) : show({ status: 'pending' }))}
      />
      <Dialog open={asking} onClose={() => setAsking(false)} title="A question">
        <Link href={href('health')}>Health</Link>
        <MenuButton
          label="More"
          trigger="More"
          items={[
            { id: 'dlq', label: 'Letters' },
            { id: 'done', label: 'Done' },
          ]}
          onSelect={(id) => (id === 'dlq' ? navigate(href('dlq')) : setAsking(false))}
        />
      </Dialog>
    </>
  );
}

/** The list at its path alone: whatever is open over it goes with it. */
const Screens = () => (usePath() === list ? <List /> : null);

/** Draws the screen at an address that the browser was led to, after another page. */
async function shownAt(address: string) {
  history.pushState(null, '', left);
  history.pushState(null, '', address);
  return render(
    <Links>
      <Screens />
    </Links>,
  );
}
const list = href('verifications');
const record = href('verifications', { open: 'VRF-1' });

it('a record adds one entry: Back closes it, and so does its cross, which leaves no entry behind', { tags: ['D-61'] }, async () => {
  const screen = await shownAt(list);
  const before = history.length;
  await screen.getByRole('button', { name: 'Open record' }).click();
  await expectAddress(record);
  expect(history.length).toBe(before + 1);
  history.back();
  await expectAddress(list);
  await screen.getByRole('button', { name: 'Open record' }).click();
  await screen.getByRole('button', { name: 'Record below' }).click();
  await expectAddress(href('verifications', { open: 'VRF-2' }));
  await screen.getByRole('button', { name: 'Close record' }).click();
  await expectAddress(list);
  history.back();
  await expectAddress(left);
});

it('filters that were chosen while a record was open are still there when it is closed', { tags: ['D-61'] }, async () => {
  const screen = await shownAt(list);
  for (const close of [() => screen.getByRole('button', { name: 'Close record' }).click(), () => history.back()]) {
    await screen.getByRole('button', { name: 'Open record' }).click();
    await screen.getByRole('button', { name: 'Failed ones' }).click();
    await expectAddress(`${list}?status=failed&open=VRF-1`);
    await close();
    await expectAddress(`${list}?status=failed`);
  }
  history.back();
  await expectAddress(left);
});

it('opened by a link: its cross replaces the address by the list’s and goes back nowhere', { tags: ['D-61'] }, async () => {
  const screen = await shownAt(`${list}?vrf=VRF-1`);
  const back = vi.spyOn(history, 'back');
  await screen.getByRole('button', { name: 'Close record' }).click();
  await expectAddress(list);
  expect(back).not.toHaveBeenCalled();
  back.mockRestore();
  history.back();
  await expectAddress(left);
});

it('opened by a link: Back goes where the browser came from, until the first touch or key, which puts the list beneath', {
  tags: ['D-61'],
}, async () => {
  await shownAt(record);
  history.back();
  await expectAddress(left);
  history.forward();
  await expectAddress(record);
  await userEvent.keyboard('x');
  await expect.poll(() => (history.state as { opened?: boolean } | null)?.opened).toBe(true);
  expect(at()).toBe(record);
  history.back();
  await expectAddress(list);
  history.back();
  await expectAddress(left);
});

it('a dialog adds one entry: Back closes it, and closed otherwise it leaves none', { tags: ['D-61'] }, async () => {
  const screen = await shownAt(list);
  const before = history.length;
  const dialog = screen.getByRole('dialog', { name: 'A question' });
  await screen.getByRole('button', { name: 'Ask' }).click();
  await expect.element(dialog).toBeVisible();
  expect([at(), history.length]).toEqual([list, before + 1]);
  history.back();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(at()).toBe(list);
  await screen.getByRole('button', { name: 'Ask' }).click();
  await expect.element(dialog).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.poll(() => (history.state as { layers?: unknown } | null)?.layers).toBeUndefined();
  history.back();
  await expectAddress(left);
});

it('a link chosen in a dialog or a menu takes the place of its entry', { tags: ['D-61'] }, async () => {
  const screen = await shownAt(list);
  await screen.getByRole('button', { name: 'Ask' }).click();
  await screen.getByRole('link', { name: 'Health' }).click();
  await expectAddress(href('health'));
  history.back();
  await expectAddress(list);
  await screen.getByRole('button', { name: 'Go' }).click();
  await screen.getByRole('menuitem', { name: 'Dead letters' }).click();
  await expectAddress(href('dlq'));
  history.back();
  await expectAddress(list);
  history.back();
  await expectAddress(left);
});

it('nobody is led to the entry of something that is open no more: not by Forward, not after a link from a menu in a dialog, not when both close at once', {
  tags: ['D-61'],
}, async () => {
  const screen = await shownAt(list);
  const dialog = screen.getByRole('dialog', { name: 'A question' });
  const ask = async () => {
    await screen.getByRole('button', { name: 'Ask' }).click();
    await expect.element(dialog).toBeVisible();
  };
  const choose = async (item: string) => {
    await screen.getByRole('button', { name: 'More' }).click();
    await screen.getByRole('menuitem', { name: item }).click();
  };
  const noLayers = () => expect.poll(() => (history.state as { layers?: unknown } | null)?.layers).toBeUndefined();
  await ask();
  history.back();
  await expect.element(dialog).not.toBeInTheDocument();
  history.forward();
  await new Promise((resolve) => addEventListener('popstate', resolve, { once: true }));
  await noLayers();
  await ask();
  await choose('Done');
  await expect.element(dialog).not.toBeInTheDocument();
  await noLayers();
  await ask();
  await choose('Letters');
  await expectAddress(href('dlq'));
  history.back();
  await expectAddress(list);
  await noLayers();
  history.back();
  await expectAddress(left);
});

it('a page that shows nothing of what its address names, such as Access Denied, gets nothing put beneath it', {
  tags: ['D-61'],
}, async () => {
  history.pushState(null, '', left);
  history.pushState(null, '', record);
  await userEvent.keyboard('x');
  await new Promise((resolve) => setTimeout(resolve)); // After the timer that the key has set, if it set one.
  expect([at(), history.state]).toEqual([record, null]);
  history.back();
  await expectAddress(left);
});

it('a filter chosen in a menu is no step: Back closes the menu, and later leaves the page', { tags: ['D-61'] }, async () => {
  const screen = await shownAt(list);
  await screen.getByRole('button', { name: 'Go' }).click();
  await expect.element(screen.getByRole('menu')).toBeVisible();
  history.back();
  await expect.element(screen.getByRole('menu')).not.toBeInTheDocument();
  await screen.getByRole('button', { name: 'Go' }).click();
  await screen.getByRole('menuitem', { name: 'Pending ones' }).click();
  await expectAddress(`${list}?status=pending`);
  await expect.poll(() => (history.state as { layers?: unknown } | null)?.layers).toBeUndefined();
  history.back();
  await expectAddress(left);
});

it('a path that is typed by hand is no link', { tags: ['D-42'] }, () => {
  // @ts-expect-error -- a literal is no Href
  const typed = <Link href="/operations/dlq">Queue</Link>;
  // @ts-expect-error -- nor is any other text
  const composed = <Link href={`${list}?open=x`}>Record</Link>;
  // @ts-expect-error -- a screen has its own parameters only
  const strange = href('terms', { open: 'x' });
  expect([typed, composed, strange]).toHaveLength(3);
});
