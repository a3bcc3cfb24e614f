import { expect, it } from 'vitest';
import { errorPage, signInPage, waysOut } from './page.ts';
import { enrolPage, secondPage } from './secondPage.ts';

const signIn = (passkeys: boolean, email = '', waitS = 0): string =>
  signInPage({
    uid: 'a-step',
    email,
    asked: { console: 'localhost:4173', ip: '127.0.0.1', at: '2026-11-23T15:01:00.000Z' },
    problem: { text: 'Login failed', way: 'password', waitS },
    supportUrl: 'mailto:help@ukweli.example',
    passkeys,
  });

it.each([
  ['to sign in', signIn(true)],
  ['to sign in without passkeys', signIn(false)],
  ['of what could not go on', errorPage()],
])('every picture on the page %s is decoration: nothing reads it out, and no key stops at it', (_name, page) => {
  const pictures = page.match(/<svg[^>]*>/g) ?? [];
  expect(pictures.length).toBeGreaterThan(1);
  for (const picture of pictures) expect(picture).toMatch(/ aria-hidden="true" focusable="false"/);
});

it('begins where something is left to type: at the address, or at the password where the address is known', () => {
  const begins = (page: string): (string | undefined)[] =>
    (page.match(/<input [^>]*autofocus[^>]*>/g) ?? []).map((input) => /id="([^"]*)"/.exec(input)?.[1]);
  expect(begins(signIn(true))).toEqual(['email']);
  expect(begins(signIn(true, 'operator@ukweli.example'))).toEqual(['password']);
});

it('shows the chain beside the form: links, some of them ticked, and none that leads nowhere', () => {
  const [aside = ''] = /<aside>[^]*<\/aside>/.exec(signIn(true)) ?? [];
  const count = (part: RegExp): number => aside.match(part)?.length ?? 0;
  const links = count(/<circle /g);
  expect(count(/<circle [^>]*class="on"/g)).toBe(count(/class="tick"/g));
  expect(count(/class="tick"/g)).toBeGreaterThan(0);
  expect(links).toBeGreaterThan(count(/class="tick"/g));
  // Each row has one line fewer than links.
  expect(links - count(/class="line"/g)).toBe(count(/<g /g));
});

it('where the next try has to wait, says in words for how long, names no second live region but the end’s, and asks for the script that counts; else for none', {
  tags: ['G-6'],
}, () => {
  const waits = signIn(true, 'operator@ukweli.example', 12);
  expect(waits).toContain('data-wait-s="12">Next attempt in 12 s.</p>');
  expect(waits.match(/<p class="wait"[^>]*>/g)).toEqual([
    '<p class="wait" id="wait" data-wait-s="12">',
    '<p class="wait" id="again" role="status">',
  ]);
  expect(waits).toContain('<button type="submit" aria-describedby="wait">');
  expect(waits).toContain('<script src="/countdown.js" defer></script>');
  expect(waits).not.toMatch(/ style=| on[a-z]+=|<script>/);
  for (const at of [signIn(true), errorPage()]) expect(at).not.toMatch(/countdown|id="wait"/);
});

it('a code that did not fit is marked as such, and says why to who does not see the page; one that is yet to be typed is not', {
  tags: ['M-13'],
}, () => {
  const asked = { console: 'localhost:4173', ip: '127.0.0.1', at: '2026-11-23T15:01:00.000Z' };
  const fieldOf = (problem: { text: string; waitS: number } | null) => {
    const parts = { uid: 'a-step', asked, supportUrl: 'mailto:help@ukweli.example', passkeys: false, problem };
    return [secondPage(parts, { code: true }), enrolPage(parts, { secret: 'ABCDEFGH', address: 'otpauth://totp/A?secret=ABCDEFGH' })].map(
      (page) => ({ field: /<input id="code"[^>]*>/.exec(page)?.[0] ?? '', page }),
    );
  };
  for (const { field } of fieldOf(null)) expect(field).not.toMatch(/aria-invalid|describedby/);
  for (const { field, page } of fieldOf({ text: 'The code is not right', waitS: 0 })) {
    expect(field).toContain('aria-invalid="true" aria-describedby="problem"');
    expect(page).toMatch(/<[a-z]+ [^>]*id="problem"/);
  }
});

it('nobody is stuck at the page to sign in: it leads back to the console and to support, whose address cannot break out of its link', {
  tags: ['M-13'],
}, () => {
  const leads = [...signIn(false).matchAll(/<p class="after">[^<]*<a href="([^"]*)"/g)].map(([, to]) => to);
  expect(leads).toEqual(['/auth/reset-password', '/login', 'mailto:help@ukweli.example']);
  expect(waysOut('mailto:help@ukweli.example?subject="><b>')).not.toMatch(/"><b>/);
});
