import { afterAll, beforeAll, expect } from 'vitest';
import type { Override, OverridesResponse } from '../../src/contracts/agent.ts';
import { headers } from '../../src/contracts/endpoints.ts';
import type { VerificationDetail } from '../../src/contracts/verification.ts';
import type { Notification } from '../../src/contracts/overview.ts';
import { openKeyWrap } from '../evidence/keyWrap.ts';
import type { Signer } from '../evidence/manifests.ts';
import { ensureCurrentKey } from '../evidence/signingKeys.ts';
import { writeTransaction } from '../realtime/log.ts';
import { demoProfile } from '../seed/profiles.ts';
import { createRandom } from '../seed/random.ts';
import type { Act } from '../simulation/act.ts';
import { createTenantDayRunner } from '../simulation/step.ts';
import { createTestPlatform, type TestAnswer, type TestClient, type TestPlatform } from './platform.ts';

/** Helpers for tests of decisions, on the seeded platform of the test file with three people signed in. */
export interface Staff {
  readonly test: TestPlatform;
  readonly admin: TestClient;
  readonly bank: TestClient;
  readonly operator: TestClient;
  /** The platform's key, which signs payments and portfolios that are moved. */
  readonly signer: Signer;
  /** New sessions for all three, after the clock was moved past the end of the old ones. */
  readonly signInAgain: () => Promise<void>;
  /** A new number each time, for keys and ids. */
  readonly next: () => string;
  /** Sends a command under its own idempotency key. */
  readonly send: (path: string, body: object, client: TestClient) => Promise<TestAnswer>;
  readonly queue: (client?: TestClient) => Promise<OverridesResponse>;
  readonly detail: (vrfId: string, client?: TestClient) => Promise<VerificationDetail>;
  readonly notices: () => Promise<Notification[]>;
  readonly writing: <Done>(work: Parameters<typeof writeTransaction<Done>>[2]) => Promise<Done>;
  readonly events: () => Promise<{ type: string; resource_id: string; seq: number; frame: string }[]>;
  /** Requests an override for a record that is `verified` and was predicted so. */
  readonly askAbout: (vrfId: string, overrideValue?: string) => Promise<Override>;
  readonly decide: (override: Override, decision: 'approve' | 'reject', client?: TestClient) => Promise<Override>;
  /** A simulated day that plays only this act. */
  readonly day: (act: Act, seed?: number) => ReturnType<typeof createTenantDayRunner>;
}

/** A justification for overrides where its text does not matter. */
export const overrideReason = 'The meter was replaced on Monday.';

/** Creates the platform before the file's first test and closes it after the last; its members may only be used within tests. */
export function seededStaff(): Staff {
  let open: Pick<Staff, 'test' | 'admin' | 'bank' | 'operator' | 'signer'> | null = null;
  let keys = 0;
  const signInAgain = async (): Promise<void> => {
    const { test, signer } = there();
    const [admin, bank, operator] = await Promise.all(
      (['admin', 'bank', 'operator'] as const).map((who) => test.signIn(`${who}@ukweli.example`)),
    );
    if (admin === undefined || bank === undefined || operator === undefined) throw new Error('three people were asked in');
    open = { test, admin, bank, operator, signer };
  };
  const there = () => {
    if (open === null) throw new Error('no test is under way');
    return open;
  };
  beforeAll(async () => {
    const test = await createTestPlatform({ seeded: true });
    const signer = await ensureCurrentKey(test.platform.db, await openKeyWrap(test.platform.config), test.clock.business());
    open = { test, admin: test.anonymous(), bank: test.anonymous(), operator: test.anonymous(), signer };
    await signInAgain();
  });
  afterAll(() => open?.test.close());
  const next = (): string => String((keys += 1)).padStart(6, '0');
  const staff: Staff = {
    get test() {
      return there().test;
    },
    get admin() {
      return there().admin;
    },
    get bank() {
      return there().bank;
    },
    get operator() {
      return there().operator;
    },
    get signer() {
      return there().signer;
    },
    signInAgain,
    next,
    send: (path, body, client) => client.post(path, body, { [headers.idempotency]: `staff-key-${next()}` }),
    queue: async (client = staff.admin) => (await client.get('/api/ai/overrides')).json(),
    detail: async (vrfId, client = staff.admin) => (await client.get(`/api/verifications/${vrfId}`)).json(),
    notices: async () => (await staff.admin.get('/api/notifications')).json().notifications,
    writing: (work) => writeTransaction(staff.test.platform, 'demo', work),
    events: () =>
      staff.test.platform.db
        .selectFrom('events')
        .select(['type', 'resource_id', 'seq', 'frame'])
        .where('tenant_id', '=', 'demo')
        .orderBy('seq')
        .execute(),
    askAbout: async (vrfId, overrideValue = 'disputed') => {
      const predictionId = `PRD-C-${next()}`;
      await staff.test.platform.db
        .insertInto('ai_predictions')
        .values({
          tenant_id: 'demo',
          prediction_id: predictionId,
          agent_id: 'AGT-VERIFIER',
          subject: vrfId,
          prediction: 'verified',
          confidence: 0.9,
          predicted_at: staff.test.clock.business().toISOString(),
        })
        .execute();
      const body = { predictionId, overrideValue, justification: overrideReason };
      const answer = await staff.send('/api/ai/overrides', body, staff.operator);
      expect(answer.status, answer.body).toBe(200);
      return answer.json().override;
    },
    decide: async ({ overrideId, version }, decision, client = staff.bank) => {
      // A decision comes later than its request.
      staff.test.clock.advance(1000);
      const answer = await staff.send(`/api/ai/overrides/${overrideId}/decision`, { version, decision, note: 'Seen on site.' }, client);
      expect(answer.status, answer.body).toBe(200);
      return answer.json().override;
    },
    day: (act, seed = 5) => createTenantDayRunner(staff.test.platform, demoProfile, createRandom(seed), [[1_000_000, act]]),
  };
  return staff;
}
