import '../../ui/theme/tokens.css';
import '../../ui/theme/base.css';
import { expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { incidentKey, justification, kept, note, overrideKey, showIncident, showOverride } from '../../../tests/builders/draftForms.tsx';
import { draftedAt, draftsDevice } from '../../../tests/builders/draftsDevice.ts';
import { valueOf } from '../../../tests/builders/valueOf.ts';
import type { Draft } from '../../contracts/draft.ts';
import type { Problem, Result } from '../../contracts/problem.ts';
import { hub } from '../hub/hub.ts';
import { useDraft } from './useDraft.ts';

const { store } = draftsDevice();
const keep = async (key: string, texts: Draft['texts']) => valueOf(await store().keepDraft({ key, texts, at: draftedAt }));

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

it('says so where the record has been changed since, because what was typed would replace that', { tags: ['D-61', 'D-24'] }, async () => {
  const isSaid = page.getByText(/^Typed .*, before it was changed elsewhere$/);
  const first = await render(showOverride());
  await page.getByRole('button', { name: 'Change request' }).click();
  await page.getByRole('textbox', { name: 'Override value' }).fill('pending');
  await vi.waitFor(async () => expect(await kept(overrideKey)).toMatchObject({ value: 'pending' }));
  await first.unmount();
  const second = await render(showOverride({ version: 2, justification: 'Read twice.' }));
  await expect.element(page.getByText(/^Typed /)).toBeVisible();
  await expect.element(isSaid).not.toBeInTheDocument();
  await second.rerender(showOverride({ version: 3, overrideValue: 'rejected' }));
  await expect.element(page.getByRole('textbox', { name: 'Override value' })).toHaveValue('pending');
  await expect.element(isSaid).toBeVisible();
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

it('a note that is taken late takes nothing from a form that was opened and typed on since', { tags: ['D-61', 'C-37'] }, async () => {
  let taken: (result: Result<null>) => void = () => {};
  vi.spyOn(hub, 'enqueue').mockImplementation(() => new Promise((resolve) => (taken = resolve)));
  const first = await render(showIncident());
  await note().fill('Two workers added.');
  await page.getByRole('button', { name: 'Add note' }).click();
  await vi.waitFor(() => expect(hub.enqueue).toHaveBeenCalledOnce());
  await first.unmount();
  const second = await render(showIncident());
  await note().fill('Two workers added. And a third.');
  await second.unmount();
  vi.mocked(hub.keepDraft).mockClear();
  taken({ ok: true, value: null });
  // Any form that closes hands over what is collected.
  await (await render(showOverride())).unmount();
  expect(hub.keepDraft).not.toHaveBeenCalled();
  expect(await kept(incidentKey)).toMatchObject({ text: 'Two workers added. And a third.' });
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

/** As a dialog that stays open while a view is renamed. */
function Rename({ name }: { readonly name: string }) {
  const draft = useDraft('views.name', 'VIEW-1', { name });
  return (
    <>
      <input aria-label="Name" value={draft.texts.name} onChange={(event) => draft.set('name', event.target.value)} />
      <button type="button" onClick={draft.forget}>
        Done
      </button>
    </>
  );
}

it('a form that stays open says what its record says once what was typed is given up', { tags: ['D-61'] }, async () => {
  const { rerender } = await render(<Rename name="Old" />);
  await page.getByRole('textbox').fill('New');
  await page.getByRole('button').click();
  await rerender(<Rename name="New" />);
  await expect.element(page.getByRole('textbox')).toHaveValue('New');
  await page.getByRole('textbox').fill('Newer');
  await expect.element(page.getByRole('textbox')).toHaveValue('Newer');
});
