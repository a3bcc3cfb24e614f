import type { AddressInfo } from 'node:net';
import { expect } from 'vitest';
import { type FaultProxy, startFaultProxy } from '../../../e2e/support/faultProxy.ts';
import { type Compared, tableOf, createOracle, differences, type Oracle, shownRows } from '../../../e2e/support/oracle.ts';
import type { HeardFrame, Topic } from '../../../src/contracts/realtime/event.ts';
import { topicOf } from '../../../src/domain/realtime/log.ts';
import { demoProfile } from '../../../server/seed/profiles.ts';
import { createRandom } from '../../../server/seed/random.ts';
import { createTenantDayRunner, eventfulRepertoire } from '../../../server/simulation/step.ts';
import { createTestPlatform, type TestPlatform } from '../../../server/testing/platform.ts';
import { forgetNodeDevice, type NodeDevice, type NodeDeviceOptions, startNodeDevice } from './nodeDevice.ts';

/** The real platform with the demo day, a fault proxy before it, and devices behind that. The day goes on when a test says so. */
export interface FaultyPlatform {
  readonly test: TestPlatform;
  readonly link: FaultProxy;
  /** Goes on with the day by so many steps; each is one ordinary write with all that follows from it. */
  readonly goOn: (steps: number) => Promise<void>;
  readonly oracle: Oracle;
  /** A device of `userId`, which finds what an earlier one of that name stored. */
  readonly device: (
    userId: string,
    options?: Partial<Pick<NodeDeviceOptions, 'transport' | 'looksAt' | 'cursorsAt'>>,
  ) => Promise<NodeDevice>;
  readonly close: () => Promise<void>;
}

/** What the stream keeps right by itself. */
const fedByStream: readonly Compared[] = ['verifications', 'pipeline', 'health', 'dlq', 'kpis'];
const topics: readonly Topic[] = ['verifications', 'pipeline', 'health', 'kpis', 'system'];
/** Limit of every wait, milliseconds: for a machine that is busy with other things. */
export const patience = { timeout: 30_000, interval: 20 };
/** Where each look passes time: slowly enough for an answer to come before the wait for it is over. */
export const unhurried = { timeout: 60_000, interval: 500 };

/** Heartbeats come every 50 ms of real time, so that a test can wait for one; on a device's own clock no time passes by itself. */
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

/** Lets the device's waits between tries pass, one after the other, until it is connected over this transport. */
export async function reconnect(device: NodeDevice, transport: 'sse' | 'websocket' | 'polling' = 'sse'): Promise<void> {
  await expect
    .poll(async () => {
      const status = device.status();
      if (status.state === 'reconnecting' && status.nextTryAt > device.now()) await device.pass(status.nextTryAt - device.now());
      return device.status();
    }, patience)
    .toMatchObject({ state: 'connected', transport });
}

/** Waits until the device holds what the platform has, row for row. */
export async function expectEqualRows(device: NodeDevice, oracle: Oracle): Promise<void> {
  for (const what of fedByStream) {
    const unlike = async () => differences(shownRows(what, await device.table(tableOf(what))), await oracle.rows(what));
    await expect.poll(unlike, { ...patience, message: what }).toEqual([]);
  }
}

/**
 * The log of each topic from `from` on, and what the device noted of it, must be one and the same, each event once and in its
 * order. `between` is done before each look.
 */
export async function expectWholeRecord(device: NodeDevice, oracle: Oracle, from: number, between?: () => Promise<void>): Promise<void> {
  const names = ({ seq, type, resourceId, version }: HeardFrame) => `${seq} ${type} ${resourceId} ${version}`;
  const of = (topic: Topic, frames: readonly HeardFrame[]) =>
    frames.filter(({ seq = 0, type }) => seq > from && topicOf(type) === topic).map(names);
  const log = await oracle.log(from);
  for (const topic of topics) {
    const noted = async () => {
      await between?.();
      return of(topic, await device.events());
    };
    await expect.poll(noted, { ...(between === undefined ? patience : unhurried), message: topic }).toEqual(of(topic, log));
  }
}
