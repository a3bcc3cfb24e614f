import type { AddressInfo } from 'node:net';
import { openPostgres } from '../db/database.ts';
import { createLogger } from '../log.ts';
import { type Balancer, startBalancer } from './balancer.ts';
import { createFakeClock, createTestPlatform, type TestOptions, type TestPlatform } from './platform.ts';

/** Several started instances of the platform on one PostgreSQL, behind one load balancer. */
export interface Instances {
  readonly all: readonly TestPlatform[];
  readonly ports: readonly number[];
  readonly balancer: Balancer;
  close(): Promise<void>;
}

/** Starts `count` instances on the database at `databaseUrl`; the first adds the demo's accounts. */
export async function startInstances(databaseUrl: string, options: TestOptions = {}, count = 2): Promise<Instances> {
  const clock = options.clock ?? createFakeClock();
  const all: TestPlatform[] = [];
  const ports: number[] = [];
  for (let index = 0; index < count; index += 1) {
    const database = await openPostgres(
      databaseUrl,
      createLogger(() => undefined),
    );
    const one = await createTestPlatform({
      ...options,
      clock,
      database,
      joins: index > 0,
      config: { simulation: 'off', databaseUrl, ...options.config },
    });
    await one.app.listen({ port: 0, host: '127.0.0.1' });
    await one.platform.start();
    all.push(one);
    ports.push((one.app.server.address() as AddressInfo).port); // listening on TCP
  }
  const balancer = await startBalancer(ports);
  return {
    all,
    ports,
    balancer,
    async close() {
      await balancer.close();
      for (const one of all) await one.close();
    },
  };
}
