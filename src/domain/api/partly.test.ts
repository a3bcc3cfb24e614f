import { expect, it } from 'vitest';
import { endpoints } from '../../contracts/endpoints.ts';
import { verificationRow } from '../../../tests/builders/operations.ts';
import { type RawAnswer, readAnswer } from './answer.ts';

const raw = (body: unknown, echo: string | null = 'c1'): RawAnswer => ({
  status: 200,
  statusText: 'OK',
  header: (name) => (name.toLowerCase() === 'x-correlation-id' ? echo : null),
  text: JSON.stringify(body),
});
const page = (rows: readonly unknown[], superseded: readonly unknown[] = []) => ({
  verifications: rows,
  superseded,
  totalCount: rows.length,
  nextCursor: null,
  head: null,
  lastUpdated: '2026-11-20T08:00:00.000Z',
});
const read = (body: unknown, echo: string | null = 'c1') => readAnswer(endpoints.verifications, raw(body, echo), 'c1', true);

it('[T-9] [C-64] one damaged row of a list is told by name, and the others are used', () => {
  const good = verificationRow(0);
  const answer = read(
    page(
      [good, { ...verificationRow(1), status: 'splendid' }],
      ['not a link', { ...verificationRow(2), seal: 'x' }, { ...good, version: undefined }],
    ),
  );
  expect(answer).toMatchObject({ ok: true, value: { value: { verifications: [{ vrfId: good.vrfId }] } } });
  expect(answer.ok && answer.value.damaged).toEqual([verificationRow(1).vrfId, 'row 1 of superseded', verificationRow(2).vrfId]);
});

it('[T-9] [C-64] [D-50] an answer of another shape, one without a whole row, and one that nobody vouches for are not used', () => {
  const broken = { ...verificationRow(1), status: 'splendid' };
  expect(read(page([broken]))).toMatchObject({ ok: false, problem: { code: 'bad_shape' } });
  expect(read({ ...page([verificationRow(0), broken]), head: 'x' })).toMatchObject({ ok: false, problem: { code: 'bad_shape' } });
  expect(read(page([verificationRow(0), broken]), null)).toMatchObject({ ok: false, problem: { code: 'not_ours' } });
});

it('[T-9] a damaged row is not called by what is no id', () => {
  const answer = read(page([verificationRow(0), { vrfId: 'x\n<b>y</b>', status: 1 }]));
  expect(answer.ok && answer.value.damaged).toEqual(['row 2 of verifications']);
});
