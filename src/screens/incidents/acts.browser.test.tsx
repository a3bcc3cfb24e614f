import '../../ui/theme/tokens.css';
import '../../ui/theme/base.css';
import './incidents.css';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { stageRow } from '../../../tests/builders/operations.ts';
import { incidentRow } from '../../../tests/builders/programme.ts';
import { hub } from '../../bridge/hub/hub.ts';
import { hubStatus, unknownStatus } from '../../bridge/hub/pageState.ts';
import type { Result } from '../../contracts/problem.ts';
import type { SessionStatus } from '../../contracts/rpc.ts';
import { UiProvider } from '../../ui/theme/UiProvider.tsx';
import { IncidentActs } from './IncidentActs.tsx';
import { incidentViews } from './model.ts';

const session: SessionStatus = {
  phase: 'signedIn',
  user: { id: 'u-acts', email: 'a@ukweli.example', name: 'A', role: 'operator', tenantId: 'demo' },
  tenant: { tenantId: 'demo', name: 'Demo', place: 'Nairobi', region: 'af-south-1', currency: 'KES', timeZone: 'Africa/Nairobi' },
  confirmed: true,
  expiresAt: 0,
  warningEndsAt: null,
};
beforeEach(() => {
  hubStatus.set({ ...unknownStatus, session });
  vi.spyOn(hub, 'keepDraft').mockResolvedValue({ ok: true, value: null });
});
afterEach(() => {
  vi.clearAllMocks(); // not restored: a component that is removed still hands over what was typed
  hubStatus.set(unknownStatus);
});

it('what is written while the disk still takes the note before it stays; the note itself is taken out once it is kept', {
  tags: ['M-3', 'C-37'],
}, async () => {
  let kept: (result: Result<null>) => void = () => {};
  const enqueue = vi.spyOn(hub, 'enqueue').mockImplementation(
    () =>
      new Promise((resolve) => {
        kept = resolve;
      }),
  );
  const [view] = incidentViews({ incidents: [incidentRow()], components: [], stages: [], businessNow: 0, origin: '' });
  if (view === undefined) throw new Error('no view');
  await render(
    <UiProvider>
      <IncidentActs view={view} />
    </UiProvider>,
  );
  const note = page.getByRole('textbox');
  await note.fill('Two workers added.');
  await page.getByRole('button', { name: 'Add note' }).click();
  await vi.waitFor(() => expect(enqueue).toHaveBeenCalledOnce());
  await userEvent.type(note, ' The lag still grows.');
  kept({ ok: true, value: null });
  await expect.element(note).toHaveValue('The lag still grows.');
  await note.fill('Worked off.');
  await page.getByRole('button', { name: 'Add note' }).click();
  await vi.waitFor(() => expect(enqueue).toHaveBeenCalledTimes(2));
  kept({ ok: true, value: null });
  await expect.element(note).toHaveValue('');
});

it('one press does not resolve what still holds: what it is stands there, and a reason goes with it', {
  tags: ['T-4', 'C-37'],
}, async () => {
  const enqueue = vi.spyOn(hub, 'enqueue').mockResolvedValue({ ok: true, value: null });
  const [view] = incidentViews({
    incidents: [incidentRow({ affectedServices: ['decision_service'] })],
    components: [],
    stages: [stageRow({ name: 'decision_service', currentLagMinutes: 11.6, sloThresholdMinutes: 5 })],
    businessNow: 0,
    origin: '',
  });
  if (view === undefined) throw new Error('no view');
  expect(view.stillHolds).toEqual(['Decision Service: lag 11.6 min against 5, 232% of SLO']);
  await render(
    <UiProvider>
      <IncidentActs view={view} />
    </UiProvider>,
  );
  await page.getByRole('textbox').fill('The queue moves again.');
  await page.getByRole('button', { name: 'Resolve' }).click();
  const holds = page.getByRole('group', { name: 'What still holds' });
  await expect.element(holds).toHaveTextContent('Decision Service: lag 11.6 min against 5, 232% of SLO');
  expect(enqueue).not.toHaveBeenCalled();
  await holds.getByRole('button', { name: 'Resolve anyway' }).click();
  await expect.element(holds.getByText('Give a reason: the timeline shows')).toBeVisible();
  expect(enqueue).not.toHaveBeenCalled();
  await holds.getByRole('textbox').fill('Two workers were added.');
  await holds.getByRole('button', { name: 'Resolve anyway' }).click();
  await vi.waitFor(() => expect(enqueue).toHaveBeenCalledOnce());
  expect(enqueue.mock.calls[0]?.[0]).toMatchObject([
    { kind: 'resolve', incidentId: view.id, note: 'The queue moves again.', despite: 'Two workers were added.' },
  ]);
});

it('an incident is raised to what is graver, with a reason, by the outbox; nothing is offered above SEV1', {
  tags: ['T-5', 'C-37'],
}, async () => {
  const enqueue = vi.spyOn(hub, 'enqueue').mockResolvedValue({ ok: true, value: null });
  const viewOf = (severity: 'sev1' | 'sev3') => {
    const [view] = incidentViews({ incidents: [{ ...incidentRow(), severity }], components: [], stages: [], businessNow: 0, origin: '' });
    if (view === undefined) throw new Error('no view');
    return view;
  };
  const shown = (severity: 'sev1' | 'sev3') => (
    <UiProvider>
      <IncidentActs view={viewOf(severity)} />
    </UiProvider>
  );
  const { rerender } = await render(shown('sev3'));
  await expect.element(page.getByRole('button', { name: 'Raise to SEV2' })).toBeVisible();
  await page.getByRole('button', { name: 'Raise to SEV1' }).click();
  await expect.element(page.getByText('Explain why the severity is raised.')).toBeVisible();
  expect(enqueue).not.toHaveBeenCalled();
  await page.getByRole('textbox').fill('Nothing gets through.');
  await page.getByRole('button', { name: 'Raise to SEV1' }).click();
  await vi.waitFor(() => expect(enqueue).toHaveBeenCalledOnce());
  expect(enqueue.mock.calls[0]?.[0]).toEqual([
    { kind: 'raise', incidentId: viewOf('sev3').id, severity: 'sev1', note: 'Nothing gets through.' },
  ]);
  await rerender(shown('sev1'));
  expect(page.getByRole('button', { name: /^Raise/ }).elements()).toEqual([]);
});
