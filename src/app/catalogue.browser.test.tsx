import type { ReactNode } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { personsDevice } from '../../tests/builders/personsDevice.ts';
import { hub } from '../bridge/hub/hub.ts';
import { HealthScreen } from '../screens/health/HealthScreen.tsx';
import { PipelineScreen } from '../screens/pipeline/PipelineScreen.tsx';
import { UiProvider } from '../ui/theme/UiProvider.tsx';
import { ClockProvider } from '../ui/time/clock.tsx';
import { DiagnosticsActs, DiagnosticsView } from './diagnostics/DiagnosticsView.tsx';
import { useDiagnostics } from './diagnostics/useDiagnostics.ts';

// Screens subscribe through a hub; here there is none, and the device holds the rows of one answer.
vi.mock(import('../bridge/hub/startBridge.ts'), async (original) => {
  const real = await original();
  return { ...real, subscribedKeys: () => ({ add: () => () => undefined, setVisible: () => undefined, repeat: () => undefined }) };
});

const store = personsDevice();
const lastUpdated = '2026-11-21T08:00:00Z';

afterEach(() => vi.restoreAllMocks());

const shown = (content: ReactNode) =>
  render(
    <UiProvider>
      <ClockProvider zone="Africa/Nairobi" offsetMs={0}>
        {content}
      </ClockProvider>
    </UiProvider>,
  );

const meta = { receivedAt: Date.now(), asOfSeq: 1, epoch: 'e1', extent: 'whole' } as const;
it.each([
  {
    screen: <HealthScreen key="health" />,
    keep: () => store().applyAnswer('health', { components: [], lastUpdated }, meta),
    words: 'No health data available',
  },
  {
    screen: <PipelineScreen key="pipeline" />,
    keep: () => store().applyAnswer('pipeline', { stages: [], lastUpdated }, meta),
    words: 'No pipeline data available',
  },
])(
  '$words: said only once an answer without any has come, with the way to ask again',
  { tags: ['M-13', 'C-78'] },
  async ({ screen, keep, words }) => {
    const asked = vi.spyOn(hub, 'refresh').mockResolvedValue({ ok: true, value: null });
    await shown(screen);
    await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(page.getByText(words).query()).toBeNull();
    expect(await keep()).toMatchObject({ ok: true });
    await expect.element(page.getByText(words)).toBeVisible();
    await page
      .getByRole('button', { name: /^Refresh/ })
      .last()
      .click();
    await vi.waitFor(() => expect(asked).toHaveBeenCalled());
  },
);

function Diagnostics() {
  const diagnostics = useDiagnostics(true);
  return (
    <>
      <DiagnosticsView diagnostics={diagnostics} />
      <DiagnosticsActs diagnostics={diagnostics} />
    </>
  );
}

it('a clipboard that refuses and a download that fails are said in the document’s words, each with the other way out', {
  tags: ['M-13', 'C-78'],
}, async () => {
  vi.spyOn(hub, 'recentEvents').mockResolvedValue({ ok: true, value: [] });
  vi.spyOn(navigator.clipboard, 'write').mockRejectedValue(new DOMException('no', 'NotAllowedError'));
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('no', 'NotAllowedError'));
  vi.spyOn(URL, 'createObjectURL').mockImplementation(() => {
    throw new Error('no room');
  });
  await shown(<Diagnostics />);
  await page.getByRole('button', { name: 'Copy context' }).click();
  await expect.element(page.getByText('Failed to copy context')).toBeVisible();
  await expect.element(page.getByText('It can still be downloaded.')).toBeVisible();
  await page.getByRole('button', { name: 'Download' }).click();
  await expect.element(page.getByText('Failed to download context')).toBeVisible();
  await expect.element(page.getByText('It can still be copied.')).toBeVisible();
});
