import '../../ui/theme/tokens.css';
import '../../ui/theme/base.css';
import { expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import {
  holdDrafts,
  incidentKey,
  justification,
  kept,
  note,
  overrideKey,
  showIncident,
  showOverride,
} from '../../../tests/builders/draftForms.tsx';
import { draftedAt, draftsDevice } from '../../../tests/builders/draftsDevice.ts';
import { amina, brian } from '../../../tests/builders/fakePlatform.ts';
import { sessionOf } from '../../../tests/builders/personsDevice.ts';
import { valueOf } from '../../../tests/builders/valueOf.ts';
import type { Draft } from '../../contracts/draft.ts';
import { longestNote } from '../../contracts/incident.ts';
import type { Result } from '../../contracts/problem.ts';
import { createDrafts } from '../../workers/hub/storage/drafts.ts';
import { hub } from '../hub/hub.ts';
import { hubStatus } from '../hub/pageState.ts';

const { store } = draftsDevice();
const keep = async (key: string, texts: Draft['texts']) => valueOf(await store().keepDraft({ key, texts, at: draftedAt }));
/** The hub does not answer what is sent until the returned function is called. */
function slowDisk(): () => void {
  let taken: (result: Result<null>) => void = () => {};
  vi.spyOn(hub, 'enqueue').mockImplementation(() => new Promise((resolve) => (taken = resolve)));
  return () => taken({ ok: true, value: null });
}
/** What is handed over now has what was collected before it in front of it. */
const isHandedOver = async (): Promise<void> => {
  const { unmount } = await render(showIncident('INC-0099'));
  await note().fill('The last.');
  await unmount();
  await vi.waitFor(async () => expect(await kept('incidents.act:INC-0099')).toEqual({ text: 'The last.' }));
};

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
it('what was typed before the kept text was read is kept beside it, also of a form that closed meanwhile', { tags: ['D-61'] }, async () => {
  await keep(incidentKey, { text: 'The pump was seen.' });
  const release = await holdDrafts();
  const { unmount } = await render(showIncident());
  await note().fill('It runs again.');
  await unmount();
  release();
  await vi.waitFor(async () => expect(await kept(incidentKey)).toMatchObject({ text: 'The pump was seen.\nIt runs again.' }));
});

it.each(['before its form is closed', 'once its form is closed', 'last of all'] as const)(
  'a note that is sent before the kept text is read takes itself away and nothing else: the disk takes it %s',
  { tags: ['D-61', 'C-37'] },
  async (when) => {
    const take = slowDisk();
    await keep(incidentKey, { text: 'The pump was seen.', despite: '' });
    const release = await holdDrafts();
    const { unmount } = await render(showIncident());
    await note().fill('Two workers added.');
    await page.getByRole('button', { name: 'Add note' }).click();
    await vi.waitFor(() => expect(hub.enqueue).toHaveBeenCalledWith([expect.objectContaining({ kind: 'note' })]));
    if (when === 'before its form is closed') {
      take();
      await expect.element(note()).toHaveValue('');
    }
    await unmount();
    if (when === 'last of all') {
      release();
      await vi.waitFor(async () => expect(await kept(incidentKey)).toMatchObject({ text: 'The pump was seen.\nTwo workers added.' }));
      take();
    } else {
      take();
      release();
    }
    await vi.waitFor(() => expect(hub.keepDraft).toHaveBeenCalled());
    await vi.waitFor(async () => expect(await kept(incidentKey)).toMatchObject({ text: 'The pump was seen.' }));
  },
);

it('a form that opens goes on with what another one typed before the kept text was read, and the same that is sent goes from it', {
  tags: ['D-61', 'C-37'],
}, async () => {
  const take = slowDisk();
  await keep(incidentKey, { text: 'The pump was seen.' });
  const release = await holdDrafts();
  const first = await render(showIncident());
  await note().fill('It runs again.');
  await first.unmount();
  const second = await render(showIncident());
  await expect.element(note()).toHaveValue('It runs again.');
  await note().fill('It runs again. And stopped.');
  await second.unmount();
  await render(showIncident());
  await page.getByRole('button', { name: 'Add note' }).click();
  await vi.waitFor(() => expect(hub.enqueue).toHaveBeenCalledOnce());
  release();
  await expect.element(note()).toHaveValue('The pump was seen.\nIt runs again. And stopped.');
  await vi.waitFor(async () => expect(await kept(incidentKey)).toEqual({ text: 'The pump was seen.\nIt runs again. And stopped.' }));
  take();
  await expect.element(note()).toHaveValue('The pump was seen.');
  await vi.waitFor(async () => expect(await kept(incidentKey)).toEqual({ text: 'The pump was seen.' }));
});

it.each(['types on at once', 'types on once it is read'])(
  'a form that shows another record and its own again before the kept text was read loses nothing, and says nothing twice: who %s',
  { tags: ['D-61'] },
  async (when) => {
    await keep(incidentKey, { text: 'The pump was seen.' });
    const release = await holdDrafts();
    const { rerender } = await render(showIncident());
    await note().fill('It runs');
    await rerender(showIncident('INC-0043'));
    await expect.element(note()).toHaveValue('');
    await rerender(showIncident());
    if (when === 'types on at once') await note().fill('It runs again.');
    release();
    if (when !== 'types on at once') {
      await expect.element(note()).toHaveValue('The pump was seen.\nIt runs');
      await note().click();
      await userEvent.keyboard('{Control>}{End}{/Control} again.');
    }
    await expect.element(note()).toHaveValue('The pump was seen.\nIt runs again.');
    await vi.waitFor(async () => expect(await kept(incidentKey)).toMatchObject({ text: 'The pump was seen.\nIt runs again.' }));
  },
);

it('what was typed early stays when the answer about the record before it arrives', { tags: ['D-61', 'C-37'] }, async () => {
  const take = slowDisk();
  const { rerender } = await render(showIncident());
  await note().fill('Two workers added.');
  await vi.waitFor(async () => expect(await kept(incidentKey)).not.toBeNull());
  await page.getByRole('button', { name: 'Add note' }).click();
  await vi.waitFor(() => expect(hub.enqueue).toHaveBeenCalledOnce());
  const release = await holdDrafts();
  await rerender(showIncident('INC-0043'));
  await note().fill('Another pump.');
  take();
  await vi.waitFor(() => expect(hub.keepDraft).toHaveBeenCalledWith(incidentKey, {}, expect.anything()));
  await expect.element(note()).toHaveValue('Another pump.');
  release();
  await vi.waitFor(async () => expect(await kept('incidents.act:INC-0043')).toMatchObject({ text: 'Another pump.' }));
  await vi.waitFor(async () => expect(await kept(incidentKey)).toBeNull());
});

it.each([
  { of: 'that begins like it', before: 'It was seen.', sent: 'It', after: '', left: 'It was seen.' },
  { of: 'that is written on', before: 'The pump was seen.', sent: 'It runs.', after: ' Ask Juma.', left: 'The pump was seen.\nAsk Juma.' },
])(
  'a note sent before the kept text is read takes itself out of a text $of',
  { tags: ['D-61', 'C-37'] },
  async ({ before, sent, after, left }) => {
    const take = slowDisk();
    await keep(incidentKey, { text: before });
    const release = await holdDrafts();
    await render(showIncident());
    await note().fill(sent);
    await page.getByRole('button', { name: 'Add note' }).click();
    await vi.waitFor(() => expect(hub.enqueue).toHaveBeenCalledOnce());
    if (after !== '') await note().fill(sent + after);
    release();
    await expect.element(note()).toHaveValue(`${before}\n${sent}${after}`);
    take();
    await expect.element(note()).toHaveValue(left);
    await vi.waitFor(async () => expect(await kept(incidentKey)).toMatchObject({ text: left }));
  },
);

it.each(['tenant', 'person'])(
  'what was typed early is never shown or given to another %s that the page acts for since',
  {
    tags: ['D-61', 'C-53'],
  },
  async (what) => {
    const mine = sessionOf(brian);
    if (mine.phase !== 'signedIn') throw new Error('nobody is signed in');
    const session = what === 'tenant' ? { ...mine, tenant: { ...mine.tenant, tenantId: 'other' } } : sessionOf(amina);
    const release = await holdDrafts();
    const { unmount } = await render(showIncident());
    await note().fill('Brian’s, of the demo.');
    hubStatus.set({ ...hubStatus.get(), session });
    await unmount();
    const theirs = await render(showIncident());
    await expect.element(note()).toHaveValue('');
    await note().fill('Another’s.');
    await theirs.unmount();
    release();
    await isHandedOver();
    const given = vi.mocked(hub.keepDraft).mock.calls.filter(([key]) => key === incidentKey);
    expect(given.map(([, texts]) => texts)).toEqual([{ text: 'Another’s.' }]);
  },
);

it.each(['before', 'after'])(
  'a form that is sent before the kept text is read leaves what was kept: the disk takes it %s the read',
  {
    tags: ['D-61', 'C-37'],
  },
  async (when) => {
    const take = slowDisk();
    const said = { 'justification said': 'The meter was replaced.' };
    await keep(overrideKey, { justification: 'The meter was read.', ...said });
    const release = await holdDrafts();
    await render(showOverride());
    await page.getByRole('button', { name: 'Change request' }).click();
    await justification().fill('It was replaced on Monday.');
    await page.getByRole('button', { name: 'Change request' }).click();
    await vi.waitFor(() => expect(hub.enqueue).toHaveBeenCalledOnce());
    if (when === 'after') {
      release();
      await vi.waitFor(async () =>
        expect(await kept(overrideKey)).toEqual({ justification: 'The meter was read.\nIt was replaced on Monday.', ...said }),
      );
    }
    take();
    await expect.element(justification()).not.toBeInTheDocument();
    release();
    await isHandedOver();
    expect(await kept(overrideKey)).toEqual({ justification: 'The meter was read.', ...said });
  },
);

it('the longest text typed early is kept behind the longest text', { tags: ['D-61'] }, async () => {
  const [before, early] = ['a'.repeat(longestNote), 'b'.repeat(longestNote)];
  const drafts = createDrafts(
    store(),
    () => draftedAt,
    () => () => undefined,
  );
  vi.mocked(hub.keepDraft).mockImplementation((key, texts) => drafts.keep(key, texts));
  await keep(incidentKey, { text: before });
  const release = await holdDrafts();
  const { unmount } = await render(showIncident());
  await note().fill(early);
  await unmount();
  release();
  await vi.waitFor(async () => expect((await kept(incidentKey))?.['text'] === `${before}\n${early}`).toBe(true));
});
