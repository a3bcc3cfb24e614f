import '../../ui/theme/tokens.css';
import '../../ui/theme/base.css';
import { Dexie } from 'dexie';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { incidentRow } from '../../../tests/builders/programme.ts';
import { valueOf } from '../../../tests/builders/valueOf.ts';
import type { Override } from '../../contracts/agent.ts';
import type { Draft } from '../../contracts/draft.ts';
import type { Problem, Result } from '../../contracts/problem.ts';
import type { SessionStatus } from '../../contracts/rpc.ts';
import { OverrideActs } from '../../screens/aiGovernance/OverrideActs.tsx';
import { IncidentActs } from '../../screens/incidents/IncidentActs.tsx';
import { incidentViews } from '../../screens/incidents/model.ts';
import { readDraft } from '../../store/readDraft.ts';
import { databaseName } from '../../store/schema.ts';
import type { WriteStore } from '../../store/types.ts';
import { openWriteStore, wipe } from '../../store/write.ts';
import { UiProvider } from '../../ui/theme/UiProvider.tsx';
import { hub } from '../hub/hub.ts';
import { hubStatus, unknownStatus } from '../hub/pageState.ts';
import { followSession, stopReading } from '../reads/readStore.ts';

const user = 'u-drafting';
const session: SessionStatus = {
  phase: 'signedIn',
  user: { id: user, email: 'a@ukweli.example', name: 'A', role: 'admin', tenantId: 'demo' },
  tenant: { tenantId: 'demo', name: 'Demo', place: 'Nairobi', region: 'af-south-1', currency: 'KES', timeZone: 'Africa/Nairobi' },
  confirmed: true,
  expiresAt: 0,
  warningEndsAt: null,
};
const at = Date.parse('2026-11-21T08:00:00Z');
const incidentKey = 'incidents.act:INC-0042';
const overrideKey = 'overrides.change:OVR-1';
let store: WriteStore;
const kept = (key: string) => readDraft(key).then((draft) => draft?.texts ?? null);
const keep = async (key: string, texts: Draft['texts']) => valueOf(await store.keepDraft({ key, texts, at }));

/** Keeps the table of drafts busy until the returned function is called. */
async function holdDrafts(): Promise<() => void> {
  const raw = await new Dexie(databaseName('demo', user)).open();
  let held = true;
  const begun = new Promise<void>((resolve) => {
    void raw
      .transaction('rw', 'drafts', async () => {
        while (held) {
          await raw.table('drafts').count();
          resolve();
        }
      })
      .finally(() => raw.close());
  });
  await begun;
  return () => {
    held = false;
  };
}

beforeEach(async () => {
  store = valueOf(await openWriteStore('demo', user));
  followSession(session);
  hubStatus.set({ ...unknownStatus, session });
  vi.spyOn(hub, 'keepDraft').mockImplementation((key, texts) => store.keepDraft({ key, texts, at }));
});
afterEach(async () => {
  stopReading();
  hubStatus.set(unknownStatus);
  await store.close();
  valueOf(await wipe('demo', user));
  vi.clearAllMocks();
});

const override = (change: Partial<Override> = {}): Override => ({
  overrideId: 'OVR-1',
  predictionId: 'PRED-1',
  agentName: 'An agent with free values',
  originalPrediction: 'verified',
  overrideValue: 'disputed',
  justification: 'The meter was replaced.',
  requestedBy: user,
  requestedByName: 'A',
  createdAt: '2026-11-21T07:00:00Z',
  status: 'pending',
  approvedBy: null,
  version: 1,
  ...change,
});
const showOverride = (change?: Partial<Override>) => (
  <UiProvider>
    <OverrideActs override={override(change)} onAskAnew={null} />
  </UiProvider>
);
const showIncident = () => {
  const [view] = incidentViews({ incidents: [incidentRow({ id: 'INC-0042' })], components: [], stages: [], businessNow: 0, origin: '' });
  if (view === undefined) throw new Error('no view');
  return (
    <UiProvider>
      <IncidentActs view={view} />
    </UiProvider>
  );
};
const justification = () => page.getByRole('textbox', { name: 'Justification' });
const note = () => page.getByRole('textbox', { name: /^Note/ });

it('a form that opened because of a draft stays open while the person types on', { tags: ['D-61'] }, async () => {
  await keep(overrideKey, { value: 'disputed', justification: 'The meter was replaced on' });
  await render(showOverride());
  await expect.element(justification()).toHaveValue('The meter was replaced on');
  await justification().click();
  await userEvent.keyboard('{End} Monday.');
  await expect.element(justification()).toHaveValue('The meter was replaced on Monday.');
});

it('a field that was not touched says what the record says now, not what it said when another was typed', {
  tags: ['D-61', 'D-24'],
}, async () => {
  const first = await render(showOverride());
  await page.getByRole('button', { name: 'Change request' }).click();
  await justification().fill('Replaced, and read twice.');
  await vi.waitFor(async () => expect(await kept(overrideKey)).toMatchObject({ justification: 'Replaced, and read twice.' }));
  await first.unmount();
  // From the person's other device.
  await render(showOverride({ version: 2, overrideValue: 'rejected' }));
  await expect.element(justification()).toHaveValue('Replaced, and read twice.');
  await expect.element(page.getByRole('textbox', { name: 'Override value' })).toHaveValue('rejected');
});

it('a field that was emptied stays empty', { tags: ['D-61'] }, async () => {
  const first = await render(showOverride());
  await page.getByRole('button', { name: 'Change request' }).click();
  await justification().fill('');
  await first.unmount();
  await vi.waitFor(async () => expect(await kept(overrideKey)).not.toBeNull());
  await render(showOverride());
  await expect.element(justification()).toHaveValue('');
});

it('a note that was sent is no draft any more, even if its form was left before the disk had taken it', {
  tags: ['D-61', 'C-37'],
}, async () => {
  let taken: (result: Result<null>) => void = () => {};
  vi.spyOn(hub, 'enqueue').mockImplementation(() => new Promise((resolve) => (taken = resolve)));
  const { unmount } = await render(showIncident());
  await note().fill('Two workers added.');
  await vi.waitFor(async () => expect(await kept(incidentKey)).not.toBeNull());
  await page.getByRole('button', { name: 'Add note' }).click();
  await vi.waitFor(() => expect(hub.enqueue).toHaveBeenCalledOnce());
  await unmount();
  taken({ ok: true, value: null });
  await vi.waitFor(async () => expect(await kept(incidentKey)).toBeNull());
});

it('a note that could not be stored stays in the form and on the device', { tags: ['D-61'] }, async () => {
  const problem: Problem = { code: 'conflict', message: 'One of these is already waiting to be sent.', retry: false };
  vi.spyOn(hub, 'enqueue').mockResolvedValue({ ok: false, problem });
  const { unmount } = await render(showIncident());
  await note().fill('Two workers added.');
  await page.getByRole('button', { name: 'Add note' }).click();
  await expect.element(page.getByText(problem.message)).toBeVisible();
  await expect.element(note()).toHaveValue('Two workers added.');
  await unmount();
  await vi.waitFor(async () => expect(await kept(incidentKey)).toMatchObject({ text: 'Two workers added.' }));
});

it('the reason for resolving anyway is not lost with a note that is sent before it', { tags: ['D-61', 'T-4'] }, async () => {
  vi.spyOn(hub, 'enqueue').mockResolvedValue({ ok: true, value: null });
  await keep(incidentKey, { text: 'Two workers added.', despite: 'The lag is from a replay.' });
  await render(showIncident());
  await expect.element(note()).toHaveValue('Two workers added.');
  await page.getByRole('button', { name: 'Add note' }).click();
  await expect.element(note()).toHaveValue('');
  await vi.waitFor(async () => expect(await kept(incidentKey)).toEqual({ despite: 'The lag is from a replay.' }));
});

it('what is typed while a slow disk still reads the draft does not replace it', { tags: ['D-61'] }, async () => {
  await keep(incidentKey, { text: 'Two workers added.', despite: '' });
  // The read waits behind this transaction, as behind one of the hub's on a busy disk.
  const release = await holdDrafts();
  await render(showIncident());
  await note().fill('And');
  await expect.element(note()).toHaveValue('And');
  release();
  await expect.element(note()).toHaveValue('Two workers added.\nAnd');
  await vi.waitFor(async () => expect(await kept(incidentKey)).toMatchObject({ text: 'Two workers added.\nAnd' }));
});
