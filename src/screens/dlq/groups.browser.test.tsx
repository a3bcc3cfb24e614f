import '../../ui/theme/tokens.css';
import '../../ui/theme/base.css';
import './dlq.css';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { deadLetterRow } from '../../../tests/builders/operations.ts';
import type { TableExport } from '../../domain/exports/tableExport.ts';
import type { DeadLetter } from '../../contracts/deadLetter.ts';
import { href } from '../../domain/screens/address.ts';
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
