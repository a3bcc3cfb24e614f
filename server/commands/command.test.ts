import { afterAll, beforeAll, expect, it } from 'vitest';
import { headers } from '../../src/contracts/endpoints.ts';
import { everyEndpoint } from '../../src/contracts/everyEndpoint.ts';
import { incidentNoteSchema } from '../../src/contracts/incident.ts';
import { z } from '../../src/contracts/zod.ts';
import { createTestPlatform, type TestAnswer, type TestClient, type TestPlatform } from '../testing/platform.ts';
import { requestHash } from './idempotency.ts';

let test: TestPlatform;
let operator: TestClient;
beforeAll(async () => {
  test = await createTestPlatform({ seeded: true });
  operator = await test.signIn('operator@ukweli.example');
});
afterAll(() => test.close());

const note = (text: string, key: string): Promise<TestAnswer> =>
  operator.post('/api/incidents/INC-0042/notes', { text }, { [headers.idempotency]: key });
const noted = (answer: TestAnswer, text: string): readonly unknown[] =>
  answer.json().incident.timeline.filter((entry: { text: string }) => entry.text === text);

/** Runs `work` as a platform does whose build takes this call's body in another shape. */
async function afterDeploy(body: z.core.$ZodType, work: () => Promise<void>): Promise<void> {
  const row: { body: z.core.$ZodType } = everyEndpoint.noteIncident;
  const before = row.body;
  row.body = body;
  try {
    await work();
  } finally {
    row.body = before;
  }
}

it('[M-12] [F-24] a command that took effect and is sent again after a deploy gave its shape a default is answered as it was', async () => {
  const key = 'deploy-default-000001';
  const first = await note(' Two workers added. ', key);
  expect(first.status, first.body).toBe(200);
  const withDefault = z.object({ text: incidentNoteSchema, visibility: z._default(z.string(), 'everybody') });
  await afterDeploy(withDefault, async () => {
    const again = await note(' Two workers added. ', key);
    expect([again.status, again.json()]).toEqual([200, first.json()]);
    expect(noted(again, 'Two workers added.')).toHaveLength(1);
    // What was sent is what counts: another body under the key is another command all the same.
    expect((await note('Something else.', key)).status).toBe(400);
  });
});

it('[M-12] a key that an earlier build kept, under what its shape made of the body, is still this command', async () => {
  const key = 'deploy-before-0000001';
  const first = await note(' Kept by the build before. ', key);
  expect(first.status, first.body).toBe(200);
  const before = requestHash({ call: 'noteIncident', params: { incidentId: 'INC-0042' }, body: { text: 'Kept by the build before.' } });
  await test.platform.db.updateTable('idempotency_keys').set({ request_hash: before }).where('key', '=', key).execute();
  expect((await note(' Kept by the build before. ', key)).json()).toEqual(first.json());
});
