// Long: every state of a letter in both presentations.
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { achieng, button, ended, juma, open, platform, refusal, said, self, skins } from '../../../tests/builders/usersPage.tsx';
import type { AdminUser } from '../../contracts/adminUser.ts';
import type { UserLetter } from '../../contracts/userLetter.ts';
import type { Toast } from '../../ui/feedback/Toaster.tsx';
import { usersSkins } from './skins.ts';
import { deedLabels } from '../../domain/claims/told.ts';

/** Toasts are captured instead of rendered: they would cover what a test presses, and their look is tested elsewhere. */
const told = vi.hoisted(() => [] as Toast[]);
vi.mock(import('../../ui/feedback/Toaster.tsx'), async (original) => ({
  ...(await original()),
  toast: (what) => void told.push(what),
}));

beforeEach(async () => {
  told.length = 0;
  await page.viewport(1440, 900);
});

describe.each(skins)('letters in the $id presentation', { tags: ['S-9'] }, (skin) => {
  const at = '2026-11-25T06:00:00Z';
  const letter: UserLetter = { id: 'l-1', purpose: 'password_changed', state: 'sent', since: at, tries: 1, endedAt: at, trouble: null };
  const given: UserLetter = { ...letter, id: 'l-2', purpose: 'welcome', state: 'given_up', trouble: 'unreachable', tries: 99 };
  const waiting: UserLetter = { ...letter, id: 'l-3', purpose: 'reset', state: 'waiting', endedAt: null, trouble: 'unreachable', tries: 4 };
  const link: UserLetter = { ...letter, id: 'l-4', purpose: 'email_confirm' };

  it('stand at the user with their state, and the list tells what could not be sent', { tags: ['S-9'] }, async () => {
    const { source } = platform([{ ...achieng, letters: [given, waiting, letter, link] }, { ...juma, letters: [letter] }, self]);
    await open(skin, source, 'edit=usr-1');
    await expect.element(page.getByRole('row', { name: /Achieng Odhiambo/, includeHidden: true })).toHaveTextContent('Email not sent');
    expect(page.getByRole('row', { name: /Juma Omondi/, includeHidden: true }).elements()[0]?.textContent).not.toContain('Email not sent');
    const items = page.getByRole('region', { name: 'Emails' }).getByRole('listitem');
    const texts = items.elements().map((item) => item.textContent);
    expect(texts).toHaveLength(4);
    expect(texts[0]).toMatch(/^Welcomegiven up 25 Nov, 09:00: the mail server did not accept it.*Not sent/);
    expect(texts[1]).toMatch(/since 25 Nov, 09:00.*, tried 4 times: the mail server did not accept it.*Waiting/);
    expect(texts[2]).toMatch(/^Notice of a new password25 Nov, 09:00.*Sent/);
    expect(
      page
        .getByRole('button', { name: /^Send again/ })
        .elements()
        .map((each) => each.getAttribute('aria-label')),
    ).toEqual(['Send again: Welcome', 'Send again: Link to set a new password', 'Send again: Notice of a new password']);
    const claims = [...document.querySelectorAll('[data-claim=letterSent]')].map((each) => each.getAttribute('data-answer'));
    expect(claims).toEqual(['no', 'unknown', 'yes', 'yes']);
  });

  it('are sent again one at a time, and the answer stands in the place of what was; a refusal is said beside them', {
    tags: ['S-9'],
  }, async () => {
    const user = { ...achieng, letters: [given] };
    const { source, sendAgain } = platform([user]);
    sendAgain
      .mockResolvedValueOnce(refusal({ code: 'conflict', message: 'The account is not active. Activate it first' }))
      .mockResolvedValueOnce({
        ok: true,
        value: { ...achieng, letters: [{ ...given, state: 'waiting', endedAt: null, trouble: null }] },
      });
    await open(skin, source, 'edit=usr-1');
    const region = page.getByRole('region', { name: 'Emails' });
    await button('Send again: Welcome').click();
    await expect.element(region.getByRole('alert')).toHaveTextContent('The account is not active. Activate it first');
    await button('Send again: Welcome').click();
    await expect.element(region.getByText('Waiting', { exact: true })).toBeVisible();
    expect(sendAgain.mock.calls.map(([{ id }, { id: letterId, state }]) => [id, letterId, state])).toEqual([
      ['usr-1', 'l-2', 'given_up'],
      ['usr-1', 'l-2', 'given_up'],
    ]);
    expect(region.getByRole('alert').elements()).toEqual([]);
    await ended(told, skin, deedLabels.letterAgain);
    await expect.element(page.getByRole('dialog', { name: 'Edit User' })).toBeVisible();
  });

  it('one that was sent before the wish for it came says that it is sent, and nobody says that it was sent again', {
    tags: ['S-9'],
  }, async () => {
    const { source, sendAgain } = platform([{ ...achieng, letters: [waiting] }]);
    const sent: UserLetter = { ...waiting, state: 'sent', endedAt: at, trouble: null };
    sendAgain.mockResolvedValue({ ok: true, value: { ...achieng, letters: [sent] } });
    await open(skin, source, 'edit=usr-1');
    const saidBefore = page.getByText(deedLabels.letterAgain).elements().length; // announcements of another test
    await button('Send again: Link to set a new password').click();
    await expect.element(page.getByRole('region', { name: 'Emails' }).getByText('Sent', { exact: true })).toBeVisible();
    expect(sendAgain.mock.calls.map(([, seen]) => seen.state)).toEqual(['waiting']);
    expect(JSON.stringify(told)).not.toContain(deedLabels.letterAgain);
    if (!skin.toasts) expect(page.getByText(deedLabels.letterAgain).elements().length).toBe(saidBefore);
  });

  it('that wait are asked for anew while one looks, and what the platform says then is shown', { tags: ['S-9'] }, async () => {
    const { source, look } = platform([{ ...achieng, letters: [waiting] }]);
    look.mockResolvedValue({ ok: true, value: { ...achieng, letters: [{ ...waiting, state: 'sent', endedAt: at, trouble: null }] } });
    await open(skin, source, 'edit=usr-1');
    const region = page.getByRole('region', { name: 'Emails' });
    await expect.element(region.getByText('Waiting', { exact: true })).toBeVisible();
    await expect.element(region.getByText('Sent', { exact: true }), { timeout: 20_000 }).toBeVisible();
    expect(look).toHaveBeenCalledTimes(1);
  });

  it('are not to be sent while nothing can be changed, or to an account that may not come in; where none are told there is no word of them', {
    tags: ['S-9'],
  }, async () => {
    const user: AdminUser = { ...achieng, status: 'suspended', letters: [given, letter] };
    await open(skin, platform([user]).source, 'edit=usr-1');
    await expect.element(button('Send again: Welcome')).toBeDisabled();
    await expect.element(button('Send again: Notice of a new password')).toBeEnabled();
    await open(skin, { ...platform([user]).source, halted: 'The platform is in read-only mode.' }, 'edit=usr-1');
    await expect.element(button('Send again: Notice of a new password').last()).toBeDisabled();
  });
});

it('nothing is said of letters where the platform tells of none, nor on sample data; none at all is said', { tags: ['S-9'] }, async () => {
  await open(usersSkins.standard, platform().source, 'edit=usr-1');
  await expect.element(page.getByRole('dialog', { name: 'Edit User' })).toBeVisible();
  expect(page.getByRole('region', { name: 'Emails' }).elements()).toEqual([]);
  await open(usersSkins.older, platform([{ ...achieng, letters: [] }]).source, 'edit=usr-1');
  await said('None in the last 30 days.');
});
