import 'fake-indexeddb/auto';
import { describe, expect, it } from 'vitest';
import { endpointOf } from '../../src/contracts/endpoints.ts';
import { isExactly } from '../../src/contracts/quickParse.ts';
import { readAnswer } from '../../src/domain/api/answer.ts';
import type { Callable } from '../../src/contracts/endpoints.ts';
import type { ResourceKey } from '../../src/contracts/rpc.ts';
import * as general from '../../src/store/read.ts';
import * as agents from '../../src/store/readAgents.ts';
import * as finance from '../../src/store/readFinance.ts';
import * as incidents from '../../src/store/readIncidents.ts';
import { readVerification } from '../../src/store/readVerifications.ts';
import { openedStore } from '../builders/openedStore.ts';
import { valueOf } from '../builders/valueOf.ts';
import { type Documented, documented } from './documents.ts';
import { exampleOf, refusedOf, takenOf, type Variant } from './shape.ts';

const store = { ...general, ...agents, ...finance, ...incidents };

/**
 * Answers as a platform built to the documents does: 200, JSON, and none of our headers (D-50: without an echoed id the answer is
 * recognised by its exact shape).
 */
function read({ call, answer }: Documented, value: unknown) {
  const raw = {
    status: 200,
    statusText: 'OK',
    header: (name: string) => (name === 'Content-Type' ? 'application/json' : null),
    text: JSON.stringify(answer(value)),
  };
  return readAnswer(call, raw, 'sent-1');
}

const whats = (variants: readonly Variant[]): readonly string[] => variants.map(({ what }) => what);

describe('the documents’ own shapes at the client', {
  tags: ['C-1', 'C-38', 'C-40', 'C-41', 'C-42', 'C-43', 'C-44', 'C-45', 'C-46', 'C-47', 'C-48', 'C-49'],
}, () => {
  for (const shape of documented)
    it(`takes ${shape.title} as documented, each optional absent, each value of each enumeration`, {
      tags: ['T-3', 'D-58', 'C-64', ...shape.tags],
    }, () => {
      const variants = takenOf(shape.shape);
      expect(variants.length).toBeGreaterThan(1);
      expect(whats(variants.filter(({ value }) => !read(shape, value).ok))).toEqual([]);
      // The value is read exactly as sent; no figure is invented for a missing one.
      for (const { what, value } of variants) {
        const found = read(shape, value);
        expect(found.ok ? found.value.value : null, what).toEqual(shape.answer(value));
        expect(found.ok ? [found.value.asOfSeq, found.value.serverTime, found.value.vouched] : null, what).toEqual([null, null, false]);
      }
    });

  for (const shape of documented)
    it(`refuses ${shape.title} with a required field absent, of another type, or outside its enumeration`, {
      tags: ['T-3', 'C-64', ...shape.tags],
    }, () => {
      const variants = refusedOf(shape.shape);
      expect(variants.length).toBeGreaterThan(1);
      expect(whats(variants.filter(({ value }) => read(shape, value).ok))).toEqual([]);
    });

  it.each(documented)('$title is judged alike by the quick way and by zod', { tags: ['T-3', 'C-64'] }, (shape) => {
    const schema = endpointOf(shape.call).answer;
    const quick = (value: unknown) => isExactly(schema as Parameters<typeof isExactly>[0], shape.answer(value)); // rows of the table are mini schemas
    expect(whats(refusedOf(shape.shape).filter(({ value }) => quick(value)))).toEqual([]);
    expect(exampleOf(shape.shape)).toEqual(takenOf(shape.shape)[0]?.value);
  });
});

/** Every documented resource that the device keeps, and how pages read it back, as that part of its answer. */
const kept: readonly {
  readonly call: Callable & ResourceKey;
  readonly readBack: () => Promise<unknown>;
  readonly inAnswer: (answer: Readonly<Record<string, unknown>>) => unknown;
}[] = [
  { call: 'kpis', readBack: () => store.readKpis(), inAnswer: (answer) => answer },
  { call: 'health', readBack: async () => (await store.readComponents()).rows, inAnswer: ({ components }) => components },
  { call: 'pipeline', readBack: async () => (await store.readStages()).rows, inAnswer: ({ stages }) => stages },
  { call: 'dlq', readBack: async () => (await store.readDeadLetters()).rows, inAnswer: ({ items }) => items },
  { call: 'refinancePortfolios', readBack: async () => (await store.readPortfolios()).rows, inAnswer: ({ portfolios }) => portfolios },
  { call: 'rbfPayments', readBack: async () => (await store.readPayments()).rows, inAnswer: ({ payments }) => payments },
  {
    call: 'schools',
    readBack: async () => (await store.readSchools()).rows.map(({ school, financing, currency }) => [school, financing, currency]),
    inAnswer: ({ schools, financing, currency }) => {
      const ofSchool = (id: unknown) => (financing as { schoolId: string }[]).find(({ schoolId }) => schoolId === id) ?? null;
      return (schools as { schoolId: string }[]).map((school) => [school, ofSchool(school.schoolId), currency]);
    },
  },
  { call: 'incidents', readBack: async () => (await store.readIncidents()).rows, inAnswer: ({ incidents }) => incidents },
  { call: 'aiAgents', readBack: async () => (await store.readAgents()).rows, inAnswer: ({ agents }) => agents },
  { call: 'aiOverrides', readBack: () => store.readOverrides(), inAnswer: (answer) => answer },
  { call: 'activity', readBack: async () => (await store.readActivities()).rows, inAnswer: ({ activities }) => activities },
  {
    call: 'verifications',
    readBack: async () => [await readVerification('VRF-00001')],
    inAnswer: ({ verifications }) => verifications,
  },
];

describe('the documents’ own shapes on the device', { tags: ['C-40', 'C-41', 'C-42', 'C-44', 'C-47', 'C-48', 'C-49'] }, () => {
  const device = openedStore();
  const cases = kept.flatMap((row) =>
    documented.filter(({ call }) => call === row.call).map((shape) => ({ ...row, shape, title: shape.title })),
  );

  it.each(cases)(
    'keeps $title as it came and gives it back so, each variant, from a platform that sends none of our headers',
    { tags: ['T-3', 'D-58', 'D-59'] },
    async ({ call, readBack, inAnswer, shape }) => {
      const meta = { receivedAt: 1, asOfSeq: null, epoch: null, extent: 'whole' } as const;
      for (const { what, value } of takenOf(shape.shape)) {
        const found = read(shape, value);
        if (!found.ok) throw new Error(what);
        const answer = found.value.value as never; // The answer of this call.
        expect(valueOf(await device.store.applyAnswer(call, answer, meta)), what).toBe('applied');
        expect(await readBack(), what).toEqual(inAnswer(shape.answer(value) as Record<string, unknown>));
        // Each answer replaces the variant before it completely.
        expect((await store.readSync(call))?.lastSuccessAt, what).toBe(1);
      }
      expect(valueOf(await device.store.audit())).toEqual({ setAside: 0, refetch: [] });
    },
  );

  it('every kept resource of the documents is among them', { tags: ['T-3'] }, () => {
    const named = new Set(documented.map(({ call }) => call).filter((call) => typeof call === 'string'));
    // Not stored this way: the user, addresses that are used at once, and manifests, which are stored per pack.
    for (const other of ['me', 'refresh', 'signedUrls', 'manifest'] as const) named.delete(other);
    expect([...named].sort()).toEqual(kept.map(({ call }) => call).sort());
  });
});
