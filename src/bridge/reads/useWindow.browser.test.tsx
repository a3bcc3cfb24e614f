import { useState } from 'react';
import { expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { verificationRow } from '../../../tests/builders/operations.ts';
import { personsDevice } from '../../../tests/builders/personsDevice.ts';
import { readVerifications } from '../../store/readVerifications.ts';
import { useWindow } from './useWindow.ts';

const store = personsDevice();
const count = 900;

it('rows stand at their own places while those of another window are read', { tags: ['D-28'] }, async () => {
  const verifications = Array.from({ length: count }, (_, at) => verificationRow(at));
  await store().applyAnswer(
    'verifications',
    { verifications, superseded: [], totalCount: count, nextCursor: null, head: null, lastUpdated: '2026-11-21T08:00:00Z' },
    { receivedAt: Date.now(), asOfSeq: 3, epoch: 'e1', extent: 'part' },
  );
  const seen = new Set<number>();
  function Window() {
    const [first, setFirst] = useState(0);
    const { value } = useWindow((window) => readVerifications({ sort: 'oldest', ...window }), [], { first, last: first + 20 });
    const rows = value?.rows ?? [];
    for (const [at, { chainIndex = -1 }] of rows.entries()) seen.add((value?.start ?? -1) + at - chainIndex);
    return (
      <button type="button" onClick={() => setFirst(first + 400)}>
        {rows.some(({ chainIndex }) => chainIndex === first) ? `at ${first}` : 'reading'}
      </button>
    );
  }
  const screen = await render(<Window />);
  for (const first of [0, 400, 800]) {
    await expect.element(screen.getByText(`at ${first}`)).toBeVisible();
    if (first < 800) await userEvent.click(screen.getByRole('button'));
  }
  expect([...seen]).toEqual([0]);
});
