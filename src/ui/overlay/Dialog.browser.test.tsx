import { useState } from 'react';
import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { Button } from '../controls/Button.tsx';
import { UiProvider } from '../theme/UiProvider.tsx';
import { Dialog } from './Dialog.tsx';

function Asked({ closable = true }: { readonly closable?: boolean }) {
  const [open, setOpen] = useState(false);
  return (
    <UiProvider>
      <Button onClick={() => setOpen(true)}>Open</Button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        closable={closable}
        title="Edit User"
        actions={
          <>
            <Button>Cancel</Button>
            <Button kind="primary" onClick={() => setOpen(false)}>
              Save
            </Button>
          </>
        }
      >
        text
      </Dialog>
    </UiProvider>
  );
}

it('a dialog takes the focus, keeps it, closes on Escape and gives it back', async () => {
  await render(<Asked />);
  await page.getByRole('button', { name: 'Open' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit User' });
  await expect.element(dialog).toBeVisible();
  for (let press = 0; press < 5; press += 1) {
    await userEvent.tab();
    await expect.poll(() => dialog.element().contains(document.activeElement)).toBe(true);
  }
  await userEvent.keyboard('{Escape}');
  await expect.poll(() => document.querySelector('[role=dialog]')).toBeNull();
  await expect.element(page.getByRole('button', { name: 'Open' })).toHaveFocus();
});

it('a dialog that must be answered stays on Escape', async () => {
  await render(<Asked closable={false} />);
  await page.getByRole('button', { name: 'Open' }).click();
  await expect.element(page.getByRole('dialog')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('dialog')).toBeVisible();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => document.querySelector('[role=dialog]')).toBeNull();
});
