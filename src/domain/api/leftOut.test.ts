import fc from 'fast-check';
import { expect, it } from 'vitest';
import { endpoints } from '../../contracts/endpoints.ts';
import { everyEndpoint } from '../../contracts/everyEndpoint.ts';
import { innerLinkSchema } from '../../contracts/links.ts';
import { seriesMetrics } from '../../contracts/series.ts';
import { z } from '../../contracts/zod.ts';
import { verificationRow } from '../../../tests/builders/operations.ts';
import { encodeLeftOut, leftOutHeader } from '../../contracts/leftOut.ts';
import { type RawAnswer, readAnswer } from './answer.ts';
import { usablePart } from './leftOut.ts';

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

it('one damaged row of a list is told by name, and the others are used', { tags: ['T-9', 'C-64'] }, () => {
  const good = verificationRow(0);
  const answer = read(
    page(
      [good, { ...verificationRow(1), status: 'splendid' }],
      ['not a link', { ...verificationRow(2), seal: 'x' }, { ...good, version: undefined }],
    ),
  );
  expect(answer).toMatchObject({ ok: true, value: { value: { verifications: [{ vrfId: good.vrfId }] } } });
  expect(answer.ok && answer.value.damaged).toEqual([
    { row: verificationRow(1).vrfId, unknown: [{ member: 'status', raw: 'splendid' }] },
    'row 1 of superseded',
    verificationRow(2).vrfId,
  ]);
});

it('an answer of another shape, one without a whole row, and one that nobody vouches for are not used', {
  tags: ['T-9', 'C-64', 'D-50'],
}, () => {
  const broken = { ...verificationRow(1), status: 7 };
  expect(read(page([broken]))).toMatchObject({ ok: false, problem: { code: 'bad_shape' } });
  expect(read({ ...page([verificationRow(0), broken]), head: 'x' })).toMatchObject({ ok: false, problem: { code: 'bad_shape' } });
  expect(read(page([verificationRow(0), broken]), null)).toMatchObject({ ok: false, problem: { code: 'not_ours' } });
});

it('a damaged row is not called by what is no id', { tags: ['T-9'] }, () => {
  const answer = read(page([verificationRow(0), { vrfId: 'x\n<b>y</b>', status: 1 }]));
  expect(answer.ok && answer.value.damaged).toEqual(['row 2 of verifications']);
});

it('nor by whose act it was: a line of the record or of a history by its place', { tags: ['G-14', 'A-12'] }, () => {
  const at = '2026-11-20T08:00:00.000Z';
  const entry = { place: 1, at, kind: 'note', by: 'Wanjiru', byId: 'usr-wanjiru', text: 'x' };
  const timeline = usablePart(
    everyEndpoint.incidentTimeline.answer,
    { entries: [entry, { ...entry, text: 7 }], totalCount: 2, lastUpdated: at },
    { links: true },
  );
  expect(timeline?.leftOut.map(({ row }) => row)).toEqual(['row 2 of entries']);
  const line = {
    chainIndex: 0,
    at,
    actorId: 'usr-wanjiru',
    actorName: 'Wanjiru',
    action: 'a',
    target: 't',
    outcome: 'done',
    correlationId: 'c',
    ip: null,
    details: {},
    prevHash: 'a'.repeat(64),
    hash: 'b'.repeat(64),
  };
  const record = usablePart(
    everyEndpoint.audit.answer,
    { records: [line, { ...line, outcome: 'maybe' }], totalCount: 2, lastUpdated: at },
    { links: true },
  );
  expect(record?.leftOut.map(({ row }) => row)).toEqual(['row 2 of records']);
});

it('what is merely unknown in rows of the right shape fails no load, though it were all of them, and is told as it came', {
  tags: ['G-14', 'C-64'],
}, () => {
  const strange = [0, 1].map((place) => ({ ...verificationRow(place), status: `splendid ${place}` }));
  const answer = read(page(strange));
  expect(answer).toMatchObject({ ok: true, value: { value: { verifications: [], totalCount: 2 } } });
  expect(answer.ok && answer.value.damaged).toEqual(
    strange.map(({ vrfId, status }) => ({ row: vrfId, unknown: [{ member: 'status', raw: status }] })),
  );
  // Together with a shape fault the row counts as damaged.
  expect(read(page([...strange, { ...verificationRow(2), seal: 7 }]))).toMatchObject({ ok: false, problem: { code: 'bad_shape' } });
  expect(read(page([verificationRow(3), { ...verificationRow(2), seal: 7, status: 'splendid' }]))).toMatchObject({
    ok: true,
    value: { damaged: [verificationRow(2).vrfId] },
  });
  const long = read(page([{ ...verificationRow(0), status: 'x'.repeat(5000) }]));
  expect(long.ok && JSON.stringify(long.value.damaged).length).toBeLessThan(300);
});

it('links that may not be drawn as such fail nothing, stay as they came and are counted', { tags: ['G-14'] }, () => {
  const line = { activityId: 'ACT-1', text: 'x', time: '2026-11-20T08:00:00.000Z', status: 'info', version: 1 };
  const activities = ['/', 'javascript:alert(1)', '/\t/evil.example'].map((link) => ({ ...line, link }));
  const answer = readAnswer(endpoints.activity, raw({ activities, lastUpdated: line.time }), 'c1', true);
  expect(answer).toMatchObject({ ok: true, value: { value: { activities }, strayLinks: 2 } });
  expect(answer.ok && 'damaged' in answer.value).toBe(false);
});

it('rows that the platform itself has left out are told by the names that it gives, and by nothing that is none', {
  tags: ['G-14'],
}, () => {
  const told = (header: string | null, echo: string | null = 'c1') => {
    const answer = raw(page([verificationRow(0)]), echo);
    const named = readAnswer(
      endpoints.verifications,
      { ...answer, header: (name) => (name === leftOutHeader ? header : answer.header(name)) },
      'c1',
      true,
    );
    return named.ok ? named.value.damaged : named.problem.code;
  };
  expect(told(null)).toBeUndefined();
  expect(told(encodeLeftOut(['VRF-1', 'row 2 of verifications']))).toEqual(['VRF-1', 'row 2 of verifications']);
  expect(told('VRF-1, <b>x</b>, \u202eVRF, , VRF-2')).toEqual(['VRF-1', 'VRF-2']);
  const many = Array.from({ length: 70 }, (_, place) => `VRF-${place}`);
  expect(told(encodeLeftOut(many))).toEqual([...many.slice(0, 50), '20 more']);
  // Without the echo, the header is ignored.
  expect(told('VRF-1', null)).toBeUndefined();
});

/** The server checks links too; the result always matches the schema, and no intact row is lost. */
it('what can be used of any answer is what its schema says, without exactly the rows that are not', { tags: ['G-14'] }, () => {
  const rows = fc.array(fc.constantFrom('good', 'link', 'shape', 'unknown', 'twice'), { minLength: 1, maxLength: 12 });
  const line = { text: 'x', time: '2026-11-20T08:00:00.000Z', link: '/', status: 'info', version: 1 };
  const changes = { good: {}, link: { link: '//x' }, shape: { text: 7 }, unknown: { status: 'splendid' }, twice: { text: 7, link: '' } };
  fc.assert(
    fc.property(rows, (kinds) => {
      const activities = kinds.map((kind, place) => ({ activityId: `ACT-${place}`, ...line, ...changes[kind] }));
      const usable = usablePart(endpoints.activity.answer, { activities, lastUpdated: line.time }, { links: true });
      const good = activities.filter((_, place) => kinds[place] === 'good');
      const others = activities.filter((_, place) => kinds[place] !== 'good');
      if (good.length === 0 && kinds.some((kind) => kind !== 'unknown')) {
        expect(usable).toBeNull();
        return;
      }
      expect(usable?.value).toEqual({ activities: good, lastUpdated: line.time });
      expect(usable?.leftOut.map(({ row }) => row)).toEqual(expect.arrayContaining(others.map(({ activityId }) => activityId)));
      expect(usable?.leftOut).toHaveLength(others.length);
    }),
  );
});

it('a part of one figure is never left out: a sum without one of its currencies, a rate without a day and a history without a point say what is not so', {
  tags: ['G-14', 'G-17', 'A-12'],
}, () => {
  const sums = [{ currency: 'KES', amount: 12 }];
  const milestone = { description: 'Uptime', metric: 'uptime', threshold: 95, paid: 1, pending: 0, failed: 0, paidSum: sums };
  const signatures = { verified: 2, failed: 0, partly: 0, otherFigures: 0, total: 2 };
  const told = {
    total: 2,
    paid: 2,
    pending: 0,
    failed: 0,
    totalPaid: sums,
    totalPending: [],
    unbacked: 0,
    milestones: [milestone],
    signatures,
  };
  const wall = { ...told, lastUpdated: '2026-11-20T08:00:00.000Z' };
  const { answer } = everyEndpoint.wallPayments;
  const use = (schema: z.core.$ZodType, value: unknown) => usablePart(schema, value, { links: true });
  for (const part of [{ currency: 'kes', amount: 3 }, { currency: 'KES', amount: 0.001 }, 7])
    expect([part, use(answer, { ...wall, totalPaid: [...sums, part] })]).toEqual([part, null]);
  // Inside an identified row, the fault removes that row.
  const broken = { ...milestone, description: 'Fuel', paidSum: [...sums, { currency: 'kes', amount: 3 }] };
  expect(use(answer, { ...wall, milestones: [milestone, broken] })).toMatchObject({
    value: { milestones: [milestone] },
    leftOut: [{ row: 'row 2 of milestones' }],
  });
  const days = (decided: unknown) => [
    { day: '2026-11-19T00:00:00Z', decided: 3, agreed: 3 },
    { day: '2026-11-20T00:00:00Z', decided, agreed: 0 },
  ];
  const agents = [4, 'many'].map((decided, place) => ({ agentId: `AGT-${place}`, name: 'x', days: days(decided) }));
  expect(use(everyEndpoint.aiAgreement.answer, { agents, lastUpdated: wall.lastUpdated })).toMatchObject({
    value: { agents: [{ agentId: 'AGT-0' }] },
  });
  const points = (value: unknown) => [
    [1, 1],
    [2, value],
  ];
  const series = [2, 'high'].map((value, place) => ({ metric: seriesMetrics[place], points: points(value) }));
  const history = { series, from: wall.lastUpdated, to: wall.lastUpdated, stepS: 60, lastUpdated: wall.lastUpdated };
  expect(use(everyEndpoint.series.answer, history)).toMatchObject({ value: { series: [{ metric: seriesMetrics[0] }] } });
});

it('of a list of values the others stay as they are, also where the place of the damaged one begins like theirs', { tags: ['T-9'] }, () => {
  const names = Array.from({ length: 10 }, (_, place) => `name ${place}`);
  const part = usablePart(z.object({ names: z.array(z.string()) }), { names: [...names, 7] }, { links: false });
  expect(part?.value).toEqual({ names });
  expect(part?.leftOut.map(({ row }) => row)).toEqual(['row 11 of names']);
});

it('a fault outside the answer’s own lists discards the answer: no line of a list within a figure is left out, and no forbidden link of the answer itself is used', {
  tags: ['M-13', 'G-14'],
}, () => {
  const figure = z.object({ summary: z.object({ sites: z.array(z.object({ siteId: z.string(), count: z.number() })) }) });
  const sites = (count: unknown) => ({
    summary: {
      sites: [
        { siteId: 'KE-1', count: 3 },
        { siteId: 'KE-2', count },
      ],
    },
  });
  expect(usablePart(figure, sites(4), { links: true })).toEqual({ value: sites(4), leftOut: [] });
  expect(usablePart(figure, sites('many'), { links: true })).toBeNull();

  const linked = z.object({ link: innerLinkSchema });
  expect(usablePart(linked, { link: '/sites' }, { links: true })).toEqual({ value: { link: '/sites' }, leftOut: [] });
  expect(usablePart(linked, { link: '//evil.example' }, { links: true })).toBeNull();
});
