import '../../ui/theme/tokens.css';
import '../../ui/theme/base.css';
import './dlq.css';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { deadLetterRow } from '../../../tests/builders/operations.ts';
import type { TableExport } from '../../domain/exports/tableExport.ts';
import type { DeadLetter } from '../../contracts/deadLetter.ts';
import { UiProvider } from '../../ui/theme/UiProvider.tsx';
import { ClockProvider } from '../../ui/time/clock.tsx';
import { GroupedLetters } from './GroupedLetters.tsx';

const exports: TableExport<DeadLetter> = {
  title: 'Dead letters',
  filter: {},
  count: 5_000,
  freshness: { kind: 'never' },
  missing: null,
  barred: null,
  prepare: () => Promise.reject(new Error('not asked for')),
};

it('[C-28] [M-11] however many items failed for one reason, each press draws some more of them, and the rest is counted', async () => {
  const letters = Array.from({ length: 5_000 }, (_, place) => deadLetterRow({ itemId: `DLQ-${place}`, errorCode: 'BANK_REFUSED' }));
  await render(
    <UiProvider>
      <ClockProvider zone="Africa/Nairobi" offsetMs={0} fixedAt={Date.parse('2026-11-23T15:10:00Z')}>
        <GroupedLetters
          letters={letters}
          selected={null}
          onOpen={() => {}}
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
