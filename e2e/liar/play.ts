import type { Page } from '@playwright/test';
import { anyCall, type FaultProxy, refusalOf, transport } from '../support/faultProxy.ts';
import { setDeviceClock } from '../support/movableClock.ts';
import { people, type Person } from '../support/people.ts';
import type { TestPlatform } from '../support/platform.ts';
import { goOn } from '../support/tabs.ts';
import { noteHere, promoteHere } from './here.ts';
import { changeAccount, changeAgent, halt, handleIncident, moveOverride, type Pick as PickOne, promoteLetter } from './others.ts';
import { changePlatformRows, changeRows } from './secondHand.ts';
import { paths, randomOf, type Schedule, type Step } from './schedule.ts';
import type { Truth } from './truth.ts';

/**
 * All-green answers, forged from a captured answer with raised versions. An answer that echoes no id at all counts as the platform's
 * (D-50).
 */
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

/** Calls of the hub and of pages; each may fail alone while the stream and all other calls work. */
const reads = [
  '/api/kpis',
  '/api/pipeline',
  '/api/health',
  '/api/dlq',
  '/api/verifications',
  '/api/evidence',
  '/api/rbf/payments',
  '/api/rbf/summary',
  '/api/refinance/portfolios',
  '/api/schools',
  '/api/incidents',
  '/api/ai/agents',
  '/api/ai/overrides',
  '/api/system/kill-switch',
  '/api/audit',
  '/api/tenants',
  '/api/config',
  '/api/jwks',
] as const;
const refusals = [
  [401, 'unauthenticated'],
  [403, 'forbidden'],
  [500, 'internal'],
  [503, 'unavailable'],
] as const;

const minuteMs = 60_000;

/** The current state of link, platform and clock, which the next schedule can reset. */
export interface Stage {
  readonly page: Page;
  readonly link: FaultProxy;
  readonly truth: Truth;
  /** The user signed in at the console. */
  readonly person: Person;
  readonly platform: Pick<TestPlatform, 'stop' | 'start' | 'dataDir'>;
  /** Undo functions of the steps: end faults, restart the platform. */
  readonly heal: (() => Promise<void> | void)[];
  /** How far the device's clock is ahead, milliseconds. */
  clockMs: number;
}

/** Performs one step. Link changes are told to the oracle at once, before the console can notice. */
export async function play(stage: Stage, step: Step, schedule: Schedule, place: number): Promise<void> {
  const { page, link, truth, platform, heal } = stage;
  const random = randomOf(schedule.number * 31 + place);
  const pick: PickOne = (items) => items[Math.floor(random() * items.length)];
  const oneOf = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item; /* within its length */
  const onCalls = (does: Parameters<FaultProxy['fault']>[0]['does']): void => {
    // The session's own calls pass: a signed-out user sees no claims, and other tests cover the sign-in.
    heal.push(link.fault({ on: (asked) => anyCall(asked) && !transport.sse(asked) && !asked.path.startsWith('/api/auth'), does }));
  };
  // Without a platform no other user can act.
  if (step.endsWith('by another') && !truth.isUp()) return;
  switch (step) {
    case 'go elsewhere':
      return goOn(page, oneOf(paths));
    case 'reload':
      return openAnew(stage, () => page.reload({ waitUntil: 'commit' }));
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
      return onCalls({ kind: 'answer', status: oneOf([200, 401, 403, 404, 500]), contentType: 'text/html', body: '<h1>Hotel Wi-Fi</h1>' });
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
      return link.drop(transport.sse);
    case 'answers slow':
      return onCalls({ kind: 'shape', latencyMs: 3_000 });
    case 'halted by another':
      return halt(truth, true);
    case 'released by another':
      return halt(truth, false);
    case 'agent changed by another':
      return changeAgent(truth, pick, random());
    case 'letter promoted by another':
      return promoteLetter(truth, pick);
    case 'incident handled by another':
      return handleIncident(truth, pick);
    case 'override moved by another':
      return moveOverride(truth, pick);
    case 'account changed by another':
      // Not the account of this console: a suspended user sees no claims.
      return changeAccount(truth, people[stage.person === 'auditor' ? 'operator' : 'auditor'], pick);
    case 'one call refused': {
      const path = oneOf(reads);
      const [status, code] = oneOf(refusals);
      const does = refusalOf(status, { code, message: 'Not this one', correlationId: 'liar' });
      return void heal.push(link.fault({ on: (asked) => asked.path.split('?')[0] === path, does }));
    }
    case 'platform killed':
      truth.link(false);
      truth.up(false);
      await platform.stop();
      return void heal.push(() => revive(stage));
    case 'platform started again':
      // Does nothing if the platform runs.
      return revive(stage);
    case 'rows changed on the device':
      return openAnew(stage, () => changeRows(page, pick, truth.linkOpen() && heal.length === 0));
    case 'rows changed at the platform':
      truth.link(false);
      truth.up(false);
      await platform.stop();
      await changePlatformRows(platform.dataDir, pick);
      return revive(stage);
    case 'device clock set':
      heal.push(() => setClock(stage, 0));
      return setClock(stage, oneOf([40 * minuteMs, 3 * 60 * minuteMs, -25 * 60 * minuteMs]));
    case 'incident noted here':
      return noteHere(page, pick(['INC-0042', 'INC-0041']) ?? '', `Noted in schedule ${schedule.number}, step ${place}.`);
    case 'letter promoted here':
      return promoteHere(page);
    case 'pipeline on by itself':
      return; // The simulation is live: its events meanwhile are the step.
    default:
      return step satisfies never;
  }
}

/** Sets the device's clock, or leaves it if neither hub nor page is there. */
async function setClock(stage: Stage, aheadMs: number): Promise<void> {
  const set = setDeviceClock(stage.page, aheadMs).then(
    () => true,
    () => false,
  );
  const heard = await Promise.race([set, new Promise<boolean>((resolve) => setTimeout(() => resolve(false), 3_000))]);
  if (heard) stage.clockMs = aheadMs;
}

/** Opens the page again; its hub starts with the true clock, which is then set to the device's. */
async function openAnew(stage: Stage, open: () => Promise<unknown>): Promise<void> {
  await open();
  if (stage.clockMs !== 0) await setClock(stage, stage.clockMs);
}

/** Restarts the platform on its data if it is down. */
export async function revive({ platform, truth, link }: Stage): Promise<void> {
  if (truth.isUp()) return;
  await platform.start();
  truth.up(true);
  if (link.state() === 'open') truth.link(true);
}
