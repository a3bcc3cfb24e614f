import '../../ui/theme/tokens.css';
import '../../ui/theme/base.css';
import './dlq.css';
import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { deadLetterRow } from '../../../tests/builders/operations.ts';
import type { TableExport } from '../../domain/exports/tableExport.ts';
import type { DeadLetter } from '../../contracts/deadLetter.ts';
import { href } from '../../domain/screens/address.ts';
import { Drawer, DrawerLayout } from '../../ui/overlay/Drawer.tsx';
import { UiProvider } from '../../ui/theme/UiProvider.tsx';
import { ClockProvider } from '../../ui/time/clock.tsx';
import { GroupedLetters } from './GroupedLetters.tsx';
import { PromotePreview } from './PromotePreview.tsx';
import type { Promotion } from './usePromotion.ts';

const exports: TableExport<DeadLetter> = {
  title: 'Dead letters',
  filter: {},
  count: 5_000,
  freshness: { kind: 'never' },
  missing: null,
  disabledReason: null,
  prepare: () => Promise.reject(new Error('not asked for')),
};

it('however many items failed for one reason, each press draws some more of them, and the rest is counted', {
  tags: ['C-28', 'M-11'],
}, async () => {
  const letters = Array.from({ length: 5_000 }, (_, place) => deadLetterRow({ itemId: `DLQ-${place}`, errorCode: 'BANK_REFUSED' }));
  await render(
    <UiProvider>
      <ClockProvider zone="Africa/Nairobi" offsetMs={0} fixedAt={Date.parse('2026-11-23T15:10:00Z')}>
        <GroupedLetters
          letters={letters}
          opening={{ id: null, onOpen: () => {}, href: (open) => href('dlq', { open }) }}
          busy={new Map()}
          checked={null}
          onChecked={() => {}}
          exports={exports}
        />
      </ClockProvider>
    </UiProvider>,
  );
  const lines = () => page.getByRole('listitem').elements().length;
  await expect.poll(lines).toBe(100);
  await page.getByRole('button', { name: 'Show 200 of 4,900 older items' }).click();
  await expect.poll(lines).toBe(300);
  await page.getByRole('button', { name: 'Show 200 of 4,700 older items' }).click();
  await expect.poll(lines).toBe(500);
});

const three = ['DLQ-1', 'DLQ-2', 'DLQ-3'].map((itemId, place) =>
  deadLetterRow({ itemId, errorCode: place < 2 ? 'BANK_REFUSED' : 'DECISION_TIMEOUT' }),
);
const focused = () =>
  document.activeElement?.closest('li')?.querySelector('.dlq-ids .uk-mono')?.textContent ?? document.activeElement?.tagName;
/** The groups of these letters, one of which is open beside them. */
const grouped = (letters: readonly DeadLetter[], open: string | null, ticks = false) => (
  <UiProvider>
    <ClockProvider zone="Africa/Nairobi" offsetMs={0} fixedAt={Date.parse('2026-11-23T15:10:00Z')}>
      <DrawerLayout>
        <GroupedLetters
          letters={letters}
          opening={{ id: open, onOpen: () => {}, href: (id) => href('dlq', { open: id }) }}
          busy={new Map()}
          checked={ticks ? new Set() : null}
          onChecked={() => {}}
          exports={exports}
        />
        <Drawer open={open !== null} onClose={() => {}} label="Item" head={null} freshness={{ kind: 'never' }}>
          <p>About it</p>
        </Drawer>
      </DrawerLayout>
    </ClockProvider>
  </UiProvider>
);

it('when a promotion takes the item with the focus away, the next one has it, in the next group too, and the last one in the end', {
  tags: ['C-28'],
}, async () => {
  const { rerender } = await render(grouped(three, null, true));
  await userEvent.tab();
  while (focused() !== 'DLQ-1' || document.activeElement?.tagName !== 'BUTTON') await userEvent.tab();
  await rerender(grouped(three.slice(1), null, true));
  await expect.poll(focused).toBe('DLQ-2');
  await userEvent.tab({ shift: true });
  expect(document.activeElement?.tagName).toBe('INPUT');
  await rerender(grouped(three.slice(2), null, true));
  await expect.poll(focused).toBe('DLQ-3');
  (document.activeElement as HTMLElement).blur(); // a line's button
  await rerender(grouped(three.slice(0, 1), null, true));
  expect(document.activeElement).toBe(document.body);
});

it('also after the drawer in which it was promoted', { tags: ['C-28'] }, async () => {
  await page.viewport(1400, 800);
  const { rerender } = await render(grouped(three, null));
  while (focused() !== 'DLQ-2') await userEvent.tab();
  await rerender(grouped(three, 'DLQ-2'));
  await expect.poll(() => document.activeElement?.getAttribute('aria-label')).toBe('Item');
  await rerender(grouped([three[0] ?? deadLetterRow({}), three[2] ?? deadLetterRow({})], null));
  await expect.poll(focused).toBe('DLQ-3');
});

it('however many items are to be promoted, some are drawn at a time, and those that have drifted first', {
  tags: ['D-24', 'M-11'],
}, async () => {
  const chosen = Array.from({ length: 5_000 }, (_, place) => deadLetterRow({ itemId: `DLQ-${10_000 + place}` }));
  const promotion: Promotion = {
    outbox: [],
    busy: new Map(),
    selected: [],
    checked: new Set(),
    setChecked: () => {},
    preview: chosen,
    look: () => {},
    promote: () => Promise.resolve(),
    keeping: false,
    failure: null,
    conditions: { link: true, session: true, readOnly: false, buildTooOld: false },
  };
  await render(
    <UiProvider>
      <PromotePreview chosen={chosen} letters={chosen.slice(0, -1)} promotion={promotion} />
    </UiProvider>,
  );
  const rows = () => page.getByRole('table', { name: 'Items to promote' }).getByRole('row');
  await expect.element(page.getByRole('button', { name: 'Show 200 of 4,800 further items' })).toBeVisible();
  expect(rows().elements()).toHaveLength(201);
  await expect.element(rows().nth(1)).toHaveTextContent('DLQ-14999left the queue');
});
