import { pathToFileURL } from 'node:url';
import { join } from 'node:path';
import { root } from '../../scripts/root.mjs';
import { makeKey, sampleFiles } from '../../tests/builders/evidencePack.ts';
import { makeProof } from '../../tests/builders/proof.ts';
import { jsonFile as json } from '../support/jsonFile.ts';
import { expect, withoutPlatform as test } from '../support/test.ts';

/** The page as saved to a disk: without platform or network. */
const onDisk = pathToFileURL(join(root, 'dist/web/verify.html')).href;

test('a proof made wholly with somebody’s own key is verified nowhere, and the page says why; evidence files are hashed', {
  tag: ['@P-10'],
}, async ({ page }) => {
  const key = makeKey('ukweli-2025-11');
  await page.goto(onDisk);
  await page.locator('#proof').setInputFiles(json('invented.ukweli.json', makeProof(key, 'payment')));
  const head = page.locator('#head');
  await expect(head).toHaveText('Signature valid by the key in the file. Whose key it is, nothing here says');
  await expect(page.locator('[data-answer="yes"]')).toHaveCount(0);
  await expect(page.locator('main')).not.toContainText('Verified');
  await page.locator('#jwks').setInputFiles(json('jwks.json', { keys: [makeKey('ukweli-2025-11').jwk] }));
  await expect(head).toHaveText('Verification Failed');
  await page.locator('#jwks').setInputFiles(json('jwks.json', { keys: [key.jwk] }));
  await expect(head).toHaveText('Verified by the keys you gave');
  const files = sampleFiles.map(({ name }) => ({ name, mimeType: 'application/octet-stream', buffer: Buffer.from(`bytes of ${name}`) }));
  await page.locator('#evidence').setInputFiles(files);
  await expect(page.locator('[data-about="RBF-0042 files"]').first()).toHaveAttribute('data-answer', 'yes');
  await page.locator('#evidence').setInputFiles(files.map((file) => ({ ...file, buffer: Buffer.from('other bytes') })));
  await expect(head).toHaveText('Verification Failed');
  await expect(page.getByRole('list').filter({ has: page.getByText('Origin', { exact: true }) })).toHaveCount(0);
});

test('a folder that is dropped whole brings no keys, and whatever members are called the page draws what the command prints', {
  tag: ['@P-10', '@A-12'],
}, async ({ page, complaints }) => {
  const [attacker, key] = [makeKey('ukweli-2025-11'), makeKey('ukweli-2025-11')];
  await page.goto(onDisk);
  const drop = (files: readonly { readonly name: string; readonly text: string }[]) =>
    page.evaluate((dropped) => {
      const data = new DataTransfer();
      for (const { name, text } of dropped) data.items.add(new File([text], name));
      document.dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer: data }));
    }, files);
  const [status, head] = [page.locator('#status'), page.locator('#head')];
  const invented = { name: 'RBF-0042.ukweli.json', text: JSON.stringify(makeProof(attacker, 'payment')) };
  await drop([invented, { name: 'jwks.json', text: JSON.stringify({ keys: [attacker.jwk] }) }]);
  await expect(status).toContainText('jwks.json is a key set, and was not taken');
  await expect(head).toHaveText('Signature valid by the key in the file. Whose key it is, nothing here says');
  await expect(page.locator('[data-answer="yes"]')).toHaveCount(0);
  await drop([invented, { ...invented, name: 'other.ukweli.json' }]);
  await expect(status).toContainText('2 proofs were given');

  await page.locator('#jwks').setInputFiles(json('jwks.json', { keys: [key.jwk] }));
  await expect(head).toHaveText('Verification Failed');
  const proof = makeProof(key, 'payment');
  const script = '<img src=x onerror="document.title=1"><script>document.title=1</script>';
  const hostile = { constructor: script, toString: 1, ['valueOf']: script, '<b>\u202e\u009b2J</b>': script };
  const spoken = {
    ...proof,
    savedBy: { ...proof.savedBy, name: script },
    record: { ...proof.record, value: { ...hostile, ...proof.record.value } },
  };
  await drop([{ name: 'hostile.ukweli.json', text: JSON.stringify(spoken) }]);
  await expect(status).toContainText('hostile.ukweli.json, with jwks.json');
  await expect(head).toHaveText('Verified by the keys you gave');
  await expect(page.getByText('record.constructor', { exact: true })).toBeVisible();
  expect(await page.evaluate(() => [document.title, document.querySelectorAll('main img, main script, main b').length])).toEqual([
    'Check a proof · Ukweli',
    0,
  ]);
  expect(await page.locator('main').innerText()).not.toMatch(/[\u202e\u009b]/);
  expect(complaints.all()).toEqual([]);
});
