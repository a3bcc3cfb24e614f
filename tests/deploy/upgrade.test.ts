// Long: sets up nginx, PostgreSQL and two instances, then upgrades them to the next release and rolls back.
import { execFile, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { findPostgres } from '../../scripts/postgres.mjs';
import { projectRoot } from '../../server/root.ts';
import { startPostgres, type TestPostgres } from '../../server/testing/postgres.ts';
import { freePort, printedPassword, programs, type Running, runNode } from '../../server/testing/process.ts';
import { testKeyFile } from '../../server/testing/testKey.ts';
import { headers } from '../../src/contracts/endpoints.ts';
import { incidentEndpoints } from '../../src/contracts/incidentEndpoints.ts';
import type { EventFrame } from '../../src/contracts/realtime/event.ts';
import { z } from '../../src/contracts/zod.ts';
import { adapted, blockOf, overPostgres } from './document.ts';
import { type Nginx, siteName, startNginx } from './nginx.ts';

const databasePrograms = findPostgres() ?? '';
const possible = spawnSync('nginx', ['-v']).status === 0 && existsSync(join(databasePrograms, 'pg_dump'));
const builds = { 1: '20261120.080000-1111111', 2: '20261121.080000-2222222' } as const;
const assetOf = (release: 1 | 2): string => `/assets/index-release${release}.js`;

// Skipped without the programs, except in CI, where missing ones must fail.
describe.skipIf(!possible && process.env['CI'] === undefined)(
  'a whole house as docs/DEPLOY.md builds it: nginx, two instances, one PostgreSQL',
  () => {
    /** Stands in for /opt/ukweli. */
    const house = mkdtempSync(join(tmpdir(), 'ukweli-upgrade-'));
    const instances = new Map<number, Running>();
    let server: TestPostgres;
    let env: Record<string, string> = {};
    let ports: readonly [number, number] = [0, 0];
    /** Port of the metrics endpoint of each instance, by the instance's port. */
    const metricsPortNumbers = new Map<number, number>();
    let nginx: Nginx;
    let cookie = '';

    /** A release as section 2 leaves it: the compiled platform, and a console of two files whose names tell the release. */
    const build = (release: 1 | 2): void => {
      const folder = join(house, 'releases', String(release));
      mkdirSync(join(folder, 'dist/web/assets'), { recursive: true });
      cpSync(join(projectRoot, 'package-lock.json'), join(folder, 'package-lock.json'));
      cpSync(join(projectRoot, 'package.json'), join(folder, 'package.json'));
      symlinkSync(join(projectRoot, 'node_modules'), join(folder, 'node_modules'));
      cpSync(programs(), join(folder, 'dist/server'), { recursive: true });
      writeFileSync(join(folder, 'dist/web/index.html'), `<!doctype html><title>Release ${release}</title>`);
      writeFileSync(join(folder, 'dist/web', assetOf(release)), `console.log(${release});`);
      writeFileSync(join(folder, 'dist/build.json'), JSON.stringify({ build: builds[release] }));
    };
    /** What systemd does: runs the unit's command in the folder that `current` points to now. */
    const start = async (port: number): Promise<void> => {
      const [, command = ''] = /^ExecStart=\/usr\/bin\/node (.*)$/m.exec(blockOf('systemd')) ?? [];
      const one = runNode(
        command.split(' '),
        { ...env, NODE_ENV: 'production', PORT: String(port), METRICS_PORT: String(metricsPortNumbers.get(port)) },
        join(house, 'current'),
      );
      instances.set(port, one);
      await one.says('Stop with Ctrl+C');
      await vi.waitFor(async () => expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200), {
        timeout: 30_000,
        interval: 50,
      });
    };
    const metric = async (port: number, name: string): Promise<number> => {
      const text = await (await fetch(`http://127.0.0.1:${metricsPortNumbers.get(port)}/metrics`)).text();
      return Number(new RegExp(`^${name} (\\d+)`, 'm').exec(text)?.[1] ?? 'NaN');
    };

    beforeAll(async () => {
      build(1);
      symlinkSync('releases/1', join(house, 'current'));
      server = await startPostgres();
      const url = await server.createDatabase(process.env['TEST_DATABASE_TEMPLATE']);
      ports = [await freePort(), await freePort()];
      for (const port of ports) metricsPortNumbers.set(port, await freePort());
      const given = adapted(blockOf('ini'), { 'postgres://ukweli:PASSWORD@127.0.0.1/ukweli': url });
      env = Object.fromEntries(
        given
          .trim()
          .split('\n')
          .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
      );
      env = { ...env, KEY_FILE: testKeyFile(), DATA_DIR: join(house, 'data'), SEED: 'demo', DRAIN_SECONDS: '1' };
      for (const port of ports) await start(port);
      nginx = await startNginx(house, [`127.0.0.1:${ports[0]}`, `127.0.0.1:${ports[1]}`]);
      const email = 'admin@ukweli.example';
      const password = printedPassword(instances.get(ports[0])?.said() ?? '', email);
      const login = await nginx.change('/api/auth/login', JSON.stringify({ email, password }));
      cookie = [login.headers['set-cookie'] ?? []]
        .flat()
        .map((line) => line.split(';')[0])
        .join('; ');
    }, 180_000);
    afterAll(async () => {
      await nginx?.close();
      for (const { child, ended } of instances.values()) {
        child.kill('SIGKILL');
        await ended;
      }
      await server?.stop();
      rmSync(house, { recursive: true, force: true });
    });

    interface Follower {
      readonly seqs: number[];
      readonly connections: () => number;
      stop(): void;
    }
    /** Follows the event stream through nginx and resumes from the last event after a disconnect. Resolves after the first hello. */
    const follow = (): Promise<Follower> =>
      new Promise((resolve) => {
        const seqs: number[] = [];
        let connections = 0;
        let stopped = false;
        let end = (): void => undefined;
        const follower: Follower = {
          seqs,
          connections: () => connections,
          stop() {
            stopped = true;
            end();
          },
        };
        const open = (): void => {
          if (stopped) return;
          const again = (): void => void setTimeout(open, 25); // Refused or cut: retry after a short delay.
          const from = { 'last-event-id': String(seqs.at(-1) ?? 0) };
          const path = '/api/events?tenantId=demo&topics=pipeline,system';
          const call = request({ ...nginx.trusted, path, agent: false, headers: { host: siteName, cookie, ...from } }, (answer) => {
            let rest = '';
            answer.setEncoding('utf8').on('data', (chunk: string) => {
              const blocks = (rest + chunk).split('\n\n');
              rest = blocks.pop() ?? '';
              for (const block of blocks) {
                const frame = JSON.parse(/^data: (.*)$/m.exec(block)?.[1] ?? '{}') as Partial<EventFrame> & { readonly kind?: string }; // Checked by the assertions below.
                if (frame.kind === 'event') seqs.push(frame.seq ?? Number.NaN);
                if (frame.kind === 'hello') connections += 1;
              }
              if (connections > 0) resolve(follower);
            });
            answer.once('close', again).on('error', () => undefined);
          });
          end = () => void call.destroy();
          call.on('error', again).end();
        };
        open();
      });

    it('shares streams and calls between both, and what one writes is heard from the other', {
      tags: ['D-3', 'D-14'],
      timeout: 120_000,
    }, async () => {
      // nginx balances at random: four streams may all reach one instance; forty do so only if the other gets none.
      const followers: Follower[] = [];
      const open = (): Promise<number[]> => Promise.all(ports.map((port) => metric(port, 'ukweli_streams_open')));
      while (followers.length < 40 && (await open()).some((streams) => streams < 2)) followers.push(await follow());
      const streams = await open();
      expect(streams.map((count) => count >= 2)).toEqual([true, true]);
      expect(streams.reduce((sum, count) => sum + count)).toBe(followers.length);
      const { items } = JSON.parse((await nginx.ask('/api/dlq', { cookie })).body.toString()) as {
        items: { itemId: string; version: number }[];
      };
      const [item] = items;
      const key = { cookie, [headers.idempotency]: 'one-house-00000001' };
      const promoted = await nginx.change(`/api/dlq/${item?.itemId}/promote`, JSON.stringify({ version: item?.version }), key);
      expect(promoted.status).toBe(200);
      await vi.waitFor(() => expect(followers.every(({ seqs }) => seqs.length > 0)).toBe(true), { timeout: 30_000 });
      // A replay at the other instance must be recognised; of ten random tries, some reach it.
      for (let time = 0; time < 10; time += 1) {
        const again = await nginx.change(`/api/dlq/${item?.itemId}/promote`, JSON.stringify({ version: item?.version }), key);
        expect([again.status, again.body.toString()]).toEqual([200, promoted.body.toString()]);
      }
      for (const follower of followers) follower.stop();
    });

    it('is upgraded under load, one instance after the other: no call fails, no event is missed, each command takes effect once', {
      tags: ['D-30', 'D-3'],
      timeout: 240_000,
    }, async () => {
      const backup = async (): Promise<void> => {
        const { command, env: over } = overPostgres('sh backup', server.url, { live: env['DATABASE_URL'] ?? '', restored: '' });
        await promisify(execFile)('sh', ['-euc', command], {
          cwd: house,
          env: { PATH: `${databasePrograms}:${process.env['PATH'] ?? ''}`, ...over },
        });
      };
      const follower = await follow();
      let done = false;
      const answers: Record<string, number> = {};
      const read = async (path: string): Promise<void> => {
        while (!done) {
          const { status } = await nginx.ask(path, { cookie });
          answers[`${path} ${status}`] = (answers[`${path} ${status}`] ?? 0) + 1;
        }
      };
      let sent = 0;
      /** Adds a note to an incident; repeats it under the same key until it is answered, as the console does. */
      const note = async (): Promise<void> => {
        sent += 1;
        const key = { cookie, [headers.idempotency]: `upgrade-note-${String(sent).padStart(8, '0')}` };
        const body = JSON.stringify({ text: `Note ${sent} of the upgrade` });
        await vi.waitFor(async () => expect((await nginx.change('/api/incidents/INC-0042/notes', body, key)).status).toBe(200), {
          timeout: 60_000, // The console also gives up a call after a while and sends it again.
          interval: 50,
        });
      };
      const write = async (): Promise<void> => {
        while (!done) await note();
      };
      const load = Promise.all([write(), ...['/api/kpis', '/api/auth/me', '/', assetOf(1)].map(read)]);
      load.catch(() => undefined); // Handled below, where it is awaited.

      const upgrade = async (): Promise<void> => {
        await backup();
        expect(statSync(join(house, 'ukweli.dump')).size).toBeGreaterThan(100_000);
        build(2);
        await promisify(execFile)('sh', ['-euc', adapted(blockOf('sh upgrade'), { 'cd /opt/ukweli': `cd ${house}` })]);
        for (const port of ports) {
          const before = sent;
          const old = instances.get(port);
          old?.child.kill('SIGTERM');
          expect(await old?.ended).toBe(0);
          await start(port);
          await vi.waitFor(() => expect(sent).toBeGreaterThan(before + 1), { timeout: 30_000 });
        }
      };
      await Promise.race([upgrade(), load]).finally(() => {
        done = true;
      });
      await load;

      expect(Object.keys(answers).toSorted()).toEqual(
        ['/', '/api/auth/me', '/api/kpis', assetOf(1)].map((path) => `${path} 200`).toSorted(),
      );
      expect(await Promise.all([1, 2].map(async (release) => (await nginx.ask(assetOf(release as 1 | 2))).body.toString()))).toEqual([
        'console.log(1);',
        'console.log(2);',
      ]);
      expect((await nginx.ask('/', { accept: 'text/html' })).body.toString()).toContain('Release 2');
      // The notes are listed in the order sent, each once.
      const told: string[] = [];
      for (let before: number | undefined; ; ) {
        const page = `limit=50${before === undefined ? '' : `&before=${before}`}`;
        const { body } = await nginx.ask(`/api/incidents/INC-0042/timeline?${page}`, { cookie });
        const { entries } = z.parse(incidentEndpoints.incidentTimeline.answer, JSON.parse(body.toString()));
        if (entries[0] === undefined) break;
        told.unshift(...entries.map(({ text }) => text).filter((text) => text.endsWith(' of the upgrade')));
        before = entries[0].place;
      }
      expect(told).toEqual(Array.from({ length: sent }, (_, index) => `Note ${index + 1} of the upgrade`));
      // One stream, cut with its instance and resumed at the other: it must deliver each logged event of its topics exactly once.
      const logged = async (topic: string): Promise<number[]> => {
        const seqs: number[] = [];
        for (;;) {
          const { body } = await nginx.ask(`/api/poll/${topic}?since=${seqs.at(-1) ?? 0}`, { cookie });
          const page = JSON.parse(body.toString()) as readonly { readonly seq: number }[]; // Checked by the assertions below.
          if (page.length === 0) return seqs;
          seqs.push(...page.map(({ seq }) => seq));
        }
      };
      const log = (await Promise.all(['pipeline', 'system'].map(logged))).flat().toSorted((one, other) => one - other);
      await vi.waitFor(() => expect(follower.seqs.at(-1)).toBe(log.at(-1)), { timeout: 30_000 });
      expect(follower.seqs).toEqual(log);
      expect(follower.seqs.length).toBeGreaterThanOrEqual(sent);
      expect(follower.connections()).toBeGreaterThan(1);
      follower.stop();
    });
  },
);
