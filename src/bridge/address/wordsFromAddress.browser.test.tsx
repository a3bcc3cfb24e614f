import { afterEach, beforeEach, expect, it } from 'vitest';
import { render } from 'vitest-browser-react';
import { useAddress } from './useAddress.ts';
import { keepWordsFromAddress, splitWords } from './wordsFromAddress.ts';

/** Where search words and persons' names are kept with a lock (G-4): in the history state, not in the address that the browser records. */

let locked = false;
let before = '';

function Screen() {
  const [shown, show] = useAddress('audit');
  return (
    <>
      <output>{`${shown.search} / ${shown.actor ?? ''} / ${shown.outcome ?? ''}`}</output>
      <button type="button" onClick={() => show({ search: 'kilifi baobab' })}>
        Search
      </button>
      <button type="button" onClick={() => show({ actor: 'Wanjiru Kamau', outcome: 'failed' })}>
        Narrow
      </button>
    </>
  );
}

beforeEach(() => {
  before = location.pathname + location.search;
  keepWordsFromAddress(() => locked);
});
afterEach(() => {
  locked = false;
  history.replaceState(null, '', before);
});

it('with a lock the words are in no address, are read all the same, and are still there after a reload and on the way back', {
  tags: ['G-4', 'A-23'],
}, async () => {
  locked = true;
  history.pushState(null, '', '/audit');
  const screen = await render(<Screen />);
  await screen.getByRole('button', { name: 'Search' }).click();
  await screen.getByRole('button', { name: 'Narrow' }).click();
  await expect.element(screen.getByText('kilifi baobab / Wanjiru Kamau / failed')).toBeVisible();
  expect(location.pathname + location.search).toBe('/audit?outcome=failed');
  // What a reload keeps.
  expect(history.state).toMatchObject({ words: 'q=kilifi+baobab&who=Wanjiru+Kamau' });
  history.pushState(null, '', '/health');
  await expect.element(screen.getByText('/ /')).toBeVisible();
  history.back();
  await expect.element(screen.getByText('kilifi baobab / Wanjiru Kamau / failed')).toBeVisible();
});

it('a lock that is set up takes the words out of the address that stands there; without one they stand in it, to be linked', {
  tags: ['G-4'],
}, async () => {
  history.pushState(null, '', '/audit?q=kilifi&outcome=failed');
  const screen = await render(<Screen />);
  expect(location.search).toBe('?q=kilifi&outcome=failed');
  locked = true;
  keepWordsFromAddress(() => locked);
  expect(location.search).toBe('?outcome=failed');
  await expect.element(screen.getByText('kilifi / / failed')).toBeVisible();
});

it('what leads back after signing in has no words either; what has none is left as it is', { tags: ['G-4'] }, () => {
  expect(splitWords('/login?next=%2Faudit%3Fq%3Dkilifi%26status%3Dfailed')).toEqual({
    address: '/login?next=%2Faudit%3Fstatus%3Dfailed',
    words: '',
  });
  expect(splitWords('/audit?who=A&who=B#top')).toEqual({ address: '/audit#top', words: 'who=A&who=B' });
  for (const plain of ['/audit', '/audit?status=failed', '/a?site=x%20y#b']) expect(splitWords(plain)).toBeNull();
});
