import { useState } from 'react';
import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { UiProvider } from '../theme/UiProvider.tsx';
import { NewPasswordFields, noPasswordYet } from './NewPasswordFields.tsx';
import { TextArea } from './TextArea.tsx';
import { TextField } from './TextField.tsx';

it('an input has its hint, an error that is read out, or a success, and is marked invalid for the error alone', {
  tags: ['I-26'],
}, async () => {
  const shown = (state: { readonly error?: string; readonly success?: string }) => (
    <UiProvider>
      <TextField label="Email Address" value="a" onChange={() => undefined} hint="Where it goes" {...state} />
    </UiProvider>
  );
  const screen = await render(shown({}));
  const input = page.getByRole('textbox', { name: 'Email Address' });
  await expect.element(input).toHaveAccessibleDescription('Where it goes');
  expect(input.element().getAttribute('aria-invalid')).toBeNull();
  await screen.rerender(shown({ error: 'Please enter a valid email address' }));
  await expect.element(input).toHaveAccessibleDescription('Please enter a valid email address');
  await expect.element(input).toHaveAttribute('aria-invalid', 'true');
  await expect.element(page.getByRole('alert')).toHaveTextContent('Please enter a valid email address');
  await screen.rerender(shown({ success: 'Email is valid!' }));
  await expect.element(input).toHaveAccessibleDescription('Email is valid!');
  expect(input.element().getAttribute('aria-invalid')).toBeNull();
});

it('a password is hidden, shown and hidden again, and keeps what was typed', { tags: ['I-26'] }, async () => {
  function Password() {
    const [value, setValue] = useState('');
    return <TextField label="Password" type="password" value={value} onChange={setValue} />;
  }
  await render(
    <UiProvider>
      <Password />
    </UiProvider>,
  );
  const input = page.getByLabelText('Password', { exact: true });
  await input.fill('Ukweli');
  expect(input.element().getAttribute('type')).toBe('password');
  await page.getByRole('button', { name: 'Show password' }).click();
  expect(input.element().getAttribute('type')).toBe('text');
  await expect.element(input).toHaveValue('Ukweli');
  await page.getByRole('button', { name: 'Hide password' }).click();
  expect(input.element().getAttribute('type')).toBe('password');
});

it('a textarea counts its characters, takes no more than its limit, and says so when few are left', { tags: ['I-26'] }, async () => {
  function Note() {
    const [value, setValue] = useState('');
    return <TextArea label="Note" value={value} onChange={setValue} limit={500} />;
  }
  await render(
    <UiProvider>
      <Note />
    </UiProvider>,
  );
  const count = () => page.getByText(/ \/ 500$/);
  await expect.element(count()).toHaveTextContent('0 / 500');
  await expect.element(count()).toHaveAttribute('aria-live', 'off');
  await page.getByRole('textbox', { name: 'Note' }).fill('x'.repeat(498));
  await expect.element(count()).toHaveTextContent('498 / 500');
  await expect.element(count()).toHaveAttribute('aria-live', 'polite');
  await userEvent.type(page.getByRole('textbox', { name: 'Note' }), 'yyyy');
  await expect.element(count()).toHaveTextContent('500 / 500');
});

it('a textarea says how much of what was pasted it left out, until something else is written', { tags: ['M-3', 'I-26'] }, async () => {
  function Note() {
    const [value, setValue] = useState('seen ');
    return <TextArea label="Note" value={value} onChange={setValue} limit={1000} hint="Visible to all staff" />;
  }
  await render(
    <UiProvider>
      <Note />
    </UiProvider>,
  );
  const note = page.getByRole('textbox', { name: 'Note' });
  await userEvent.click(note);
  const pasted = new DataTransfer();
  pasted.setData('text/plain', 'x'.repeat(64_000));
  note.element().dispatchEvent(new ClipboardEvent('paste', { clipboardData: pasted, bubbles: true, cancelable: true }));
  await expect.element(page.getByRole('alert')).toHaveTextContent('Only the beginning fits: 63,005 characters left out.');
  await userEvent.type(note, 'y');
  await expect.element(note).toHaveAccessibleDescription(/^Visible to all staff/);
});

it.each([390, 1440])('nowhere over a field with a kept text does a touch discard it, at %i px', { tags: ['D-61'] }, async (width) => {
  await page.viewport(width, 900);
  await render(
    <UiProvider>
      <TextArea label="Note" value="Pump" onChange={() => undefined} limit={1000} kept={{ at: 0, onDiscard: () => undefined }} />
    </UiProvider>,
  );
  const note = page.getByRole('textbox', { name: 'Note' }).element();
  const field = note.closest('.uk-input')?.getBoundingClientRect() ?? new DOMRect();
  for (let x = field.left + 1; x < field.right; x += 4)
    for (let y = field.top + 1; y < field.bottom; y += 2) expect(document.elementFromPoint(x, y)?.closest('button') ?? null).toBeNull();
  const discard = page.getByRole('button', { name: 'Discard' }).element().getBoundingClientRect();
  expect(document.elementFromPoint(discard.left + 4, discard.top + 4)?.textContent).toBe('Discard');
});

it('a new password and its repetition, filled in one go as a password manager does, are both kept and judged', {
  tags: ['I-6', 'I-7'],
}, async () => {
  function Form() {
    const [entered, setEntered] = useState(noPasswordYet);
    return <NewPasswordFields value={entered} onChange={setEntered} />;
  }
  await render(
    <UiProvider>
      <Form />
    </UiProvider>,
  );
  const repetition = page.getByLabelText('Confirm password');
  const fields = [page.getByLabelText('New password'), repetition];
  const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value') ?? {};
  for (const field of fields) {
    set?.call(field.element(), 'Mlima-Kenya-5199!');
    field.element().dispatchEvent(new Event('input', { bubbles: true }));
  }
  for (const field of fields) await expect.element(field).toHaveValue('Mlima-Kenya-5199!');
  const rules = page.getByRole('list', { name: 'Password requirements' }).getByRole('listitem');
  for (const rule of rules.elements()) expect(rule.textContent).toMatch(/, met$/);
  expect(rules.elements()).toHaveLength(5);
  await expect.element(repetition).toHaveAccessibleDescription('Passwords match');
});
