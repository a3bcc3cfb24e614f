import '../../ui/theme/tokens.css';
import '../../ui/theme/base.css';
import './dlq.css';
import { expect, it } from 'vitest';
import { render } from 'vitest-browser-react';
import type { DeadLetter } from '../../contracts/deadLetter.ts';
import { UiProvider } from '../../ui/theme/UiProvider.tsx';
import { ClockProvider } from '../../ui/time/clock.tsx';
import { LetterPreview } from './LetterPreview.tsx';

const now = Date.parse('2026-11-23T15:30:00Z');
const letter: DeadLetter = {
  itemId: 'DLQ-00317',
  errorCode: 'METER_GAP',
  errorMessage: 'Readings are missing.',
  retryCount: 4,
  correlationId: 'corr-1',
  failedAt: '2026-11-23T15:20:00.000Z',
  version: 3,
};

const shown = (promoted?: DeadLetter['promoted']) =>
  render(
    <UiProvider>
      <ClockProvider zone="Africa/Nairobi" offsetMs={0} fixedAt={now}>
        <LetterPreview
          freshness={{ kind: 'live', at: 0 }}
          letter={promoted === undefined ? letter : { ...letter, promoted }}
          onClose={() => undefined}
          onPromote={() => undefined}
          disabledReason={null}
        />
      </ClockProvider>
    </UiProvider>,
  );
const promotion = (screen: Awaited<ReturnType<typeof shown>>) =>
  [...screen.baseElement.querySelectorAll('dt')].find(({ textContent }) => textContent === 'Last promoted')?.nextElementSibling
    ?.textContent;

it('a letter that failed again says when its promotion was decided on the device and when it was received', {
  tags: ['M-7', 'D-56', 'P-7', 'A-20'],
}, async () => {
  const screen = await shown({
    by: 'Chebet Koech',
    byId: 'usr-demo-operator',
    at: '2026-11-23T15:02:00.000Z',
    decidedAt: '2026-11-23T06:10:00.000Z',
  });
  await expect.element(screen.getByText('Last promoted')).toBeVisible();
  expect(promotion(screen)).toBe(
    'by Chebet Koech · usr-demo-operator, decided 23 Nov 2026, 09:10 on the device, received 23 Nov 2026, 18:02 EAT',
  );
});

it('promoted with the link up it has one moment, never promoted none', { tags: ['M-7', 'D-56'] }, async () => {
  const screen = await shown({ by: 'Chebet Koech', at: '2026-11-23T15:02:00.000Z', decidedAt: '2026-11-23T15:01:58.000Z' });
  await expect.element(screen.getByText('Last promoted')).toBeVisible();
  expect(promotion(screen)).toBe('by Chebet Koech · account not recorded, 23 Nov 2026, 18:02 EAT');
  await screen.unmount();
  const never = await shown();
  await expect.element(never.getByText('Retries')).toBeVisible();
  expect(promotion(never)).toBeUndefined();
});
