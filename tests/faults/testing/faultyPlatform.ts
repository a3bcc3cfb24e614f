import type { AddressInfo } from 'node:net';
import { expect } from 'vitest';
import { type FaultProxy, startFaultProxy } from '../../../e2e/support/faultProxy.ts';
import { type Compared, createOracle, differences, type Oracle, shownRows } from '../../../e2e/support/oracle.ts';
import type { HeardFrame, Topic } from '../../../src/contracts/realtime/event.ts';
import { topicOf } from '../../../src/domain/realtime/log.ts';
import { tableOf } from '../../../src/store/resources.ts';
import { demoProfile } from '../../../server/seed/profiles.ts';
import { createRandom } from '../../../server/seed/random.ts';
import { createTenantDayRunner, eventfulRepertoire } from '../../../server/simulation/step.ts';
import { createTestPlatform, type TestPlatform } from '../../../server/testing/platform.ts';
import { forgetNodeDevice, type NodeDevice, type NodeDeviceOptions, startNodeDevice } from './nodeDevice.ts';

/** The real platform with the demo day, a fault proxy in front of it, and devices behind the proxy. The day continues only on request. */
export interface FaultyPlatform {
  readonly test: TestPlatform;
  readonly link: FaultProxy;
  /** Continues the day by this many steps; each is one ordinary write with its consequences. */
  readonly goOn: (steps: number) => Promise<void>;
  readonly oracle: Oracle;
  /** A device of `userId`; finds what an earlier device of the same user stored. */
  readonly device: (
    userId: string,
    options?: Partial<Pick<NodeDeviceOptions, 'transport' | 'looksAt' | 'cursorsAt'>>,
  ) => Promise<NodeDevice>;
  readonly close: () => Promise<void>;
}

/** Tables that the stream alone keeps up to date. */
const fedByStream: readonly Compared[] = ['verifications', 'pipeline', 'health', 'dlq', 'kpis'];
const topics: readonly Topic[] = ['verifications', 'pipeline', 'health', 'kpis', 'system'];
/** Timeout of every wait, milliseconds; generous for a busy machine. */
export const patience = { timeout: 30_000, interval: 20 };
/** For polls that advance the clock at each look: slow enough for answers to arrive before their timeouts fire. */
export const unhurried = { timeout: 60_000, interval: 500 };

/** Heartbeats come every 50 ms of real time, so that a test can wait for one; a device's own clock does not move by itself. */
export async function startFaultyPlatform(): Promise<FaultyPlatform> {
  const link = await startFaultProxy();
  const test = await createTestPlatform({
    config: { simulation: 'off', origin: link.url, realtime: { heartbeatMs: 50, maxBufferedBytes: 4_194_304 } },
    seeded: true,
  });
  await test.app.listen({ port: 0, host: '127.0.0.1' });
  await test.platform.start();
  link.target((test.app.server.address() as AddressInfo).port); // listening on TCP
  const { cookie } = await test.signIn('admin@ukweli.example');
  const day = createTenantDayRunner(test.platform, demoProfile, createRandom(11), eventfulRepertoire);
  const devices: NodeDevice[] = [];
  const people = new Set<string>();
  return {
    test,
    link,
    oracle: createOracle(link.direct(), cookie),
    goOn: async (steps) => {
      for (let step = 0; step < steps; step += 1) {
        test.clock.advance(250);
        await day.step();
      }
    },
    device: async (userId, options = {}) => {
      people.add(userId);
      const device = await startNodeDevice({ origin: link.url, cookie, userId, ...options });
      devices.push(device);
      return device;
    },
    close: async () => {
      for (const device of devices) await device.end();
      for (const userId of people) await forgetNodeDevice(userId);
      await link.close();
      await test.close();
    },
  };
}

/** Waits until this device is connected over this transport and has fetched everything once. */
export async function settledOn(device: NodeDevice, transport: 'sse' | 'websocket' | 'polling' = 'sse'): Promise<void> {
  await expect.poll(() => device.status(), patience).toMatchObject({ state: 'connected', transport });
  await expect.poll(async () => (await device.table('sync')).length, patience).toBeGreaterThan(15);
}

/** Advances through the device's retry waits until it is connected over this transport. */
export async function reconnect(device: NodeDevice, transport: 'sse' | 'websocket' | 'polling' = 'sse'): Promise<void> {
  await expect
    .poll(async () => {
      const status = device.status();
      if (status.state === 'reconnecting' && status.nextTryAt > device.now()) await device.pass(status.nextTryAt - device.now());
      return device.status();
    }, patience)
    .toMatchObject({ state: 'connected', transport });
}

/** Waits until the device holds the same rows as the platform. */
export async function expectEqualRows(device: NodeDevice, oracle: Oracle): Promise<void> {
  for (const what of fedByStream) {
    const unlike = async () => differences(shownRows(what, await device.table(tableOf(what))), await oracle.rows(what));
    await expect.poll(unlike, { ...patience, message: what }).toEqual([]);
  }
}

/**
 * Expects that the device's record holds the log of each topic from `from` on, each event once and in order. `between` runs before each
 * look.
 */
export async function expectWholeRecord(device: NodeDevice, oracle: Oracle, from: number, between?: () => Promise<void>): Promise<void> {
  const names = ({ seq, type, resourceId, version }: HeardFrame) => `${seq} ${type} ${resourceId} ${version}`;
  const namesIn = (topic: Topic, frames: readonly HeardFrame[]) =>
    frames.filter(({ seq = 0, type }) => seq > from && topicOf(type) === topic).map(names);
  const log = await oracle.log(from);
  for (const topic of topics) {
    const noted = async () => {
      await between?.();
      return namesIn(topic, await device.events());
    };
    await expect.poll(noted, { ...(between === undefined ? patience : unhurried), message: topic }).toEqual(namesIn(topic, log));
  }
}
