import type { Page } from '@playwright/test';
import { anyCall, type FaultProxy, refusalOf, rung } from '../support/faultProxy.ts';
import { goOn } from '../support/tabs.ts';
import { paths, randomOf, type Schedule, type Step } from './schedule.ts';
import type { Truth } from './truth.ts';

/** All green, as somebody would forge it who has kept an answer and raised its versions: no platform has said so. One that echoes no id at all is the platform's by D-50. */
const forged: Readonly<Record<string, object>> = {
  '/api/pipeline': {
    stages: ['saastain_intake', 'outbox_pump', 'decision_service', 'bank_integration'].map((name) => ({
      name,
      status: 'green',
      queueDepth: 0,
      processingRate: 100,
      errorCount: 0,
      lastProcessedAt: new Date().toISOString(),
      sloThresholdMinutes: 5,
      currentLagMinutes: 0.1,
      version: 9_000_000,
    })),
    lastUpdated: new Date().toISOString(),
  },
  '/api/incidents': { incidents: [], totalCount: 0, lastUpdated: new Date().toISOString() },
  '/api/system/kill-switch': { active: false, reason: '', by: '', since: null, version: 9_000_000 },
};

const killSwitch = '/api/system/kill-switch';

/** Pulls or releases the switch as another administrator. */
export async function halt(truth: Truth, on: boolean): Promise<void> {
  const { version } = (await truth.get(killSwitch)) as { version: number }; /* its shape is asked by its own tests */
  const reason = 'The liar looks whether anybody says otherwise.';
  const status = await truth.send(
    'PUT',
    killSwitch,
    on ? { active: true, confirmation: 'STOP', reason } : { active: false, version, reason },
  );
  if (![200, 409].includes(status)) throw new Error(`the kill switch was not moved: ${status}`);
}

/** What stands on the link, so that the next schedule can take it away. */
export interface Stage {
  readonly page: Page;
  readonly link: FaultProxy;
  readonly truth: Truth;
  readonly heal: (() => void)[];
}

/** Does one step. What it takes away from the link is said to the oracle at once: it knows before the console can. */
export async function play({ page, link, truth, heal }: Stage, step: Step, schedule: Schedule, place: number): Promise<void> {
  const random = randomOf(schedule.number * 31 + place);
  const of = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item; /* within its length */
  const onCalls = (does: Parameters<FaultProxy['fault']>[0]['does']): void => {
    // The session's own calls go through: who is signed out sees no claims, and the sign-in has its own stories.
    heal.push(link.fault({ on: (asked) => anyCall(asked) && !rung.sse(asked) && !asked.path.startsWith('/api/auth'), does }));
  };
  switch (step) {
    case 'go elsewhere':
      return goOn(page, of(paths));
    case 'reload':
      return void (await page.reload({ waitUntil: 'commit' }));
    case 'link refused':
    case 'link swallowed':
      truth.link(false);
      return link.turn(step === 'link refused' ? 'refused' : 'swallowed');
    case 'link open':
      link.turn('open');
      return truth.link(true);
    case 'calls fail':
      return onCalls(refusalOf(500, { code: 'internal', message: 'Something failed', correlationId: 'liar' }));
    case 'calls refused by us':
      return onCalls(refusalOf(403, { code: 'forbidden', message: 'Not for you', correlationId: 'liar' }));
    case 'stranger answers':
      return onCalls({ kind: 'answer', status: of([200, 401, 403, 404, 500]), contentType: 'text/html', body: '<h1>Hotel Wi-Fi</h1>' });
    case 'stranger forges':
      for (const [path, body] of Object.entries(forged))
        heal.push(
          link.fault({
            on: (asked) => asked.path.split('?')[0] === path,
            does: { kind: 'answer', status: 200, contentType: 'application/json', body: JSON.stringify(body), ofAnotherCall: true },
          }),
        );
      return;
    case 'stream cut':
      return link.drop(rung.sse);
    case 'answers slow':
      return onCalls({ kind: 'shape', latencyMs: 3_000 });
    case 'halted by another':
      return halt(truth, true);
    case 'released by another':
      return halt(truth, false);
    case 'agent changed by another': {
      const { agents } = (await truth.get('/api/ai/agents')) as { agents: readonly { agentId: string; version?: number }[] }; /* as above */
      const agent = of(agents);
      const mode = of(['shadow', 'advisory', 'active']);
      const body = { version: agent.version, mode, enabled: random() < 0.7, reason: 'As the liar draws it.' };
      const status = await truth.send('POST', `/api/ai/agents/${agent.agentId}`, body);
      if (![200, 409, 423].includes(status)) throw new Error(`an agent was not changed: ${status}`);
      return;
    }
    case 'pipeline on by itself':
      return; // the simulation is live: what it does in the meantime is the step
    default:
      return step satisfies never;
  }
}
