import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { href } from '../../src/domain/screens/address.ts';
import { readAddress } from '../../src/domain/screens/readAddress.ts';
import { screenAt } from '../../src/domain/places.ts';
import type { ScreenId } from '../../src/domain/screens/screens.ts';
import { createRandom } from '../../server/seed/random.ts';
import { demoProfile } from '../../server/seed/profiles.ts';
import { createTenantDayRunner, eventfulRepertoire } from '../../server/simulation/step.ts';
import { createTestPlatform, type TestPlatform } from '../../server/testing/platform.ts';

let test: TestPlatform;
beforeAll(async () => {
  test = await createTestPlatform({ seeded: true });
});
afterAll(() => test.close());

/** The screen and id that a link opens, read as that screen reads them; the id is null if it opens a list. */
function openedBy(link: string): { readonly screen: ScreenId | null; readonly id: string | null } {
  const [path = '', query = ''] = link.split('?');
  const params = new URLSearchParams(query);
  const screen = screenAt(path);
  if (screen === null || !isListed(screen)) return { screen, id: null };
  return { screen, id: readAddress(screen, params).open };
}

const tables = {
  verifications: ['verifications', 'vrf_id'],
  evidence: ['evidence_packs', 'pack_id'],
  dlq: ['dead_letters', 'item_id'],
  dgn: ['portfolios', 'portfolio_id'],
  rbf: ['rbf_payments', 'payment_id'],
  compliance: ['compliance_reports', 'report_id'],
  incidents: ['incidents', 'incident_id'],
} as const;
const isListed = (screen: ScreenId): screen is keyof typeof tables => Object.hasOwn(tables, screen);

/** Whether the platform holds the row that the link opens. */
async function isThere(tenantId: string, link: string): Promise<boolean> {
  const { screen, id } = openedBy(link);
  const table = Object.entries(tables).find(([name]) => name === screen)?.[1];
  if (id === null || table === undefined) return false;
  const { db } = test.platform;
  const [name, column] = table;
  const { rows } = await sql`select 1 from ${sql.table(name)} where tenant_id = ${tenantId} and ${sql.ref(column)} = ${id}`.execute(db);
  return rows.length > 0;
}

const told = async (tenantId: string) => {
  const { db } = test.platform;
  const activities = await db.selectFrom('activities').select(['text', 'link']).where('tenant_id', '=', tenantId).execute();
  const notices = await db.selectFrom('notifications').select(['title as text', 'link']).where('tenant_id', '=', tenantId).execute();
  return [...activities, ...notices];
};

/** Lines about no single existing row: the queue as a whole, or an item that has left it. */
const ofTheQueue = /in Dead Letter Queue$|^Dead letter \S+ (went through|promoted)|^\d+ dead letters promoted/;

describe('what the platform tells of', () => {
  it.each(['demo', 'kampala'])(
    'every line of the seed in %s opens the thing itself',
    { tags: ['T-8', 'C-16', 'C-18'] },
    async (tenantId) => {
      const lines = await told(tenantId);
      expect(lines.length).toBeGreaterThan(4);
      for (const { text, link } of lines) {
        if (ofTheQueue.test(text)) expect([text, link]).toEqual([text, href('dlq')]);
        else expect([text, link, await isThere(tenantId, link ?? '')]).toEqual([text, link, true]);
      }
    },
  );

  it('so does every line of a simulated day', { tags: ['T-8', 'C-16', 'C-18'], timeout: 120_000 }, async () => {
    const before = new Set((await told('demo')).map(({ text }) => text));
    const day = createTenantDayRunner(test.platform, demoProfile, createRandom(7), eventfulRepertoire);
    for (let step = 0; step < 200; step += 1) {
      test.clock.advance(2_500);
      await day.step();
    }
    const lines = (await told('demo')).filter(({ text }) => !before.has(text));
    const screens = new Set<ScreenId | null>();
    for (const { text, link } of lines) {
      const { screen, id } = openedBy(link ?? '');
      screens.add(screen);
      // Items that have left the queue have lines of their own.
      if (!ofTheQueue.test(text))
        expect([text, link, id !== null && (screen === 'dlq' || (await isThere('demo', link ?? '')))]).toEqual([text, link, true]);
    }
    expect([...screens]).toEqual(expect.arrayContaining(['verifications', 'dlq', 'rbf', 'dgn']));
  });

  it('a link of an older platform, `?vrf=`, opens the verification too', { tags: ['T-8', 'C-44'] }, () => {
    expect(openedBy('/operations/verifications?vrf=VRF-001247')).toEqual({ screen: 'verifications', id: 'VRF-001247' });
    expect(openedBy('/operations/verifications?id=VRF-001244')).toEqual({ screen: 'verifications', id: 'VRF-001244' });
    expect(openedBy(href('verifications', { open: 'VRF-001244' }))).toEqual({ screen: 'verifications', id: 'VRF-001244' });
  });
});
