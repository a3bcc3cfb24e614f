import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { newestOverrides } from '../../src/contracts/agent.ts';
import { seededStaff } from '../testing/staff.ts';

const staff = seededStaff();

it('a request that waited while many newer ones were decided is listed with its decision', { tags: ['C-36'] }, async () => {
  const { db } = staff.test.platform;
  const { vrf_id: vrfId } = await db
    .selectFrom('verifications')
    .select('vrf_id')
    .where('tenant_id', '=', 'demo')
    .where('status', '=', 'verified')
    .orderBy('ordinal', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  const asked = await staff.askAbout(vrfId);
  await sql`insert into ai_overrides (tenant_id, override_id, prediction_id, agent_id, override_value, justification, status, requested_by,
      requested_by_name, created_at, decided_by, decided_by_name, decided_at, version)
    select tenant_id, 'OVR-X' || n, prediction_id, agent_id, override_value, justification, 'rejected', requested_by,
      requested_by_name, created_at + interval '1 second', 'usr-other', 'Other', created_at + interval '1 second', 1
    from (select * from ai_overrides where tenant_id = 'demo' and override_id = ${asked.overrideId}) o,
      generate_series(1, ${newestOverrides}) n`.execute(db);
  staff.test.clock.advance(60_000);
  await staff.decide(asked, 'reject');
  const listed = (await staff.queue()).overrides;
  expect(listed.find(({ overrideId }) => overrideId === asked.overrideId)?.status).toBe('rejected');
  expect(listed.filter(({ status }) => status !== 'pending')).toHaveLength(newestOverrides);
});
