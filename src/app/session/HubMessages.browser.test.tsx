import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { hubLeaves } from '../../bridge/hub/pageState.ts';
import { announce, LiveRegion } from '../../ui/feedback/LiveRegion.tsx';
import { toast, Toaster } from '../../ui/feedback/Toaster.tsx';
import { UiProvider } from '../../ui/theme/UiProvider.tsx';
import { HubMessages } from './HubMessages.tsx';

it('nothing that was said to somebody, in sight or to a screen reader, is there behind their lock or for the next', {
  tags: ['G-3', 'G-4', 'D-31'],
}, async () => {
  await render(
    <UiProvider>
      <HubMessages />
      <Toaster />
      <LiveRegion />
    </UiProvider>,
  );
  toast({ tone: 'info', title: 'Kept on this device', text: 'Add a note to INC-0042', durationMs: 60_000 });
  announce('INC-0042 acknowledged');
  await expect.element(page.getByText('Add a note to INC-0042')).toBeVisible();
  await expect.element(page.getByText('INC-0042 acknowledged')).toBeInTheDocument();
  await hubLeaves.emit({ kind: 'leave', reason: 'locked', wiped: false });
  await expect.element(page.getByText('INC-0042').first()).not.toBeInTheDocument();
});
