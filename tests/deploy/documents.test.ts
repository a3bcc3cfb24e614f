// Long: starts real nginx, PostgreSQL and Node as the documents say.
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createKeyWrap } from '../../server/evidence/keyWrap.ts';
import { projectRoot } from '../../server/root.ts';
import { programs } from '../../server/testing/process.ts';
import { adapted, blockOf, everyBlock } from './document.ts';
import { type EmptyRoot, mayHaveEmptyRoot, startEmptyRoot } from './emptyRoot.ts';

/** Blocks of docs/DEPLOY.md that the test below has typed or written. */
const used = new Set<string>();
const block = (opening: string): string => {
  used.add(opening);
  return blockOf(opening);
};

const databasePassword = 'sEcret-of-the-database';
const personsPassword = 'Lakeside-2026!';

describe('the blocks of our documents', { tags: ['M-15'] }, () => {
  const blocks = everyBlock();

  it('are found, and each that is not run is called an example, with the reason and where its commands are run', () => {
    expect(blocks.length).toBeGreaterThan(12);
    const examples = blocks.filter(({ opening }) => opening.endsWith(' example'));
    expect(examples.map(({ document }) => document)).toEqual(['README.md']);
    for (const { around } of examples) expect(around).toMatch(/Not run by the test .*: /);
    // The reason names a test that runs the command; check that it does.
    expect(readFileSync(join(projectRoot, 'e2e/device/freshClone.e2e.ts'), 'utf8')).toContain('npm start');
  });

  it('put no secret on a command line, where everybody on the machine reads it', () => {
    for (const { opening, text } of blocks.filter(({ opening }) => opening.startsWith('sh')))
      expect([opening, /\$\(.*cat |env \$|"?\$\{?[A-Z_]*(URL|PASSWORD|SECRET)|:\/\/[^/\s]*:[^/\s]*@/.exec(text)?.[0]]).toEqual([
        opening,
        undefined,
      ]);
  });
});

// Needs root, for mounts and accounts. Skipped without it, except in CI, where that must fail.
describe.skipIf(!mayHaveEmptyRoot() && process.env['CI'] === undefined)(
  'docs/DEPLOY.md, typed word for word in an empty root',
  { tags: ['M-15'] },
  () => {
    const dist = mkdtempSync(join(tmpdir(), 'ukweli-dist-'));
    let root: EmptyRoot;

    beforeAll(async () => {
      cpSync(programs(), join(dist, 'server'), { recursive: true });
      mkdirSync(join(dist, 'web/assets'), { recursive: true });
      writeFileSync(join(dist, 'web/index.html'), '<!doctype html><title>A release</title>');
      writeFileSync(join(dist, 'web/assets/index-abcdef12.js'), 'console.log(1);');
      writeFileSync(join(dist, 'build.json'), JSON.stringify({ build: '20261120.080000-1111111' }));
      root = await startEmptyRoot(dist);
      await root.done(`chmod -R a+rX /prepared/dist`, { as: 'root' });
      // The state after Debian's packages are installed: nginx runs, and a cluster that uses peer authentication on its socket and
      // passwords over the network.
      await root.done(
        `initdb -D /var/lib/postgresql/main -A peer --auth-host=scram-sha-256 -E UTF8 --locale=C --no-sync > /dev/null
       echo "unix_socket_directories = '/run/postgresql'
       fsync = off" >> /var/lib/postgresql/main/postgresql.conf
       pg_ctl -D /var/lib/postgresql/main -l /var/lib/postgresql/log -w start > /dev/null`,
        { as: 'postgres' },
      );
      await root.done('nginx', { as: 'root' });
    }, 120_000);
    afterAll(async () => {
      await root?.close();
      rmSync(dist, { recursive: true, force: true });
    });

    const trusting = 'NODE_EXTRA_CA_CERTS=/etc/ssl/ukweli/fullchain.pem';
    const recorded = (): Promise<string> => root.done('cat /record');
    const put = (path: string, text: string): Promise<string> => root.done(`cat > ${path}`, { as: 'root', answers: text });
    /** An operator's edit: the text goes into the file that the document names right before the block. */
    const written = async (path: string, text: string): Promise<void> => {
      const opening = everyBlock().find((one) => one.around.includes(`\`${path}\``));
      expect(opening?.document).toBe('docs/DEPLOY.md');
      await put(path, text);
    };
    const node = (code: string, env = ''): Promise<string> => root.done(`${env} node --input-type=module -e '${code}'`);
    const status = (url: string): Promise<string> =>
      node(`const { status } = await fetch("${url}").catch(() => ({ status: 0 })); process.stdout.write(String(status))`);
    const serves = (port: number): Promise<void> =>
      vi.waitFor(async () => expect(await status(`http://127.0.0.1:${port}/readyz`)).toBe('200'), { timeout: 60_000, interval: 200 });
    const sources = async (release: number): Promise<void> => {
      const folder = `/opt/ukweli/releases/${release}`;
      await root.done(`mkdir -p ${folder}`, { as: 'root' });
      for (const file of ['package.json', 'package-lock.json'])
        await put(`${folder}/${file}`, readFileSync(join(projectRoot, file), 'utf8'));
      await root.done(`chown -R ukweli:ukweli ${folder}`, { as: 'root' });
    };

    it('1. the database', async () => {
      const said = await root.done(block('sh database'), { answers: `${databasePassword}\n${databasePassword}\n` });
      expect(said).toContain('Enter password for new role:');
      expect(await recorded()).toContain('sudo -u postgres createdb --owner=ukweli_owner');
      const { code } = await root.type('psql -h 127.0.0.1 -U ukweli -c "select 1"'); // No access without a password.
      expect(code).not.toBe(0);
    });

    it('2. the account, a release, and files that only those may read whom the text names', async () => {
      await root.done(block('sh account'));
      await root.done(block('sh key'));
      await sources(1);
      await root.done(block('sh build'));
      expect(await recorded()).toContain('npm ci in /opt/ukweli/releases/1 by ukweli\nnpm run build in /opt/ukweli/releases/1 by ukweli');
      await written('/etc/ukweli/env', adapted(block('ini'), { 'postgres://ukweli:PASSWORD': `postgres://ukweli:${databasePassword}` }));
      await written('/etc/systemd/system/ukweli@.service', block('systemd'));
      expect(await root.done('stat -c "%a %U %G" /etc/ukweli/env', { as: 'root' })).toBe('640 root ukweli\n');
      expect(await root.done('stat -c "%a %U %G %s" /etc/ukweli/key', { as: 'root' })).toBe('640 root ukweli 65\n');
      expect((await root.type('cat /etc/ukweli/env')).code).not.toBe(0);
    });

    it('2. the tables, made by their owner: who serves may not touch their rules', { tags: ['G-22'] }, async () => {
      expect(await root.done(block('sh migrate'))).toMatch(/^The schema is up to date: \d+ steps taken now\. ukweli may serve\.$/m);
      const owners = `psql -At -d ukweli -c "select distinct tableowner from pg_tables where schemaname = 'public'"`;
      expect(await root.done(owners, { as: 'postgres' })).toBe('ukweli_owner\n');
      const asServing = `PGPASSWORD=${databasePassword} psql -h 127.0.0.1 -U ukweli -d ukweli -c`;
      const tried = await root.type(`${asServing} "alter table audit_records disable trigger all"`);
      expect([tried.code, tried.said]).toEqual([1, expect.stringContaining('must be owner of table audit_records')]);
    });

    it('2. the first administrator: the blank in MAIL_FROM stands, and no secret on a command line while the password is asked for', async () => {
      let shown = '';
      const answers = () => {
        shown = root.commandLines();
        return `${personsPassword}\n`;
      };
      const { code, said } = await root.type(block('sh administrator'), { answers });
      expect([code, said]).toEqual([0, expect.stringContaining('you@example.org can sign in as administrator of demo.')]);
      expect(shown).toContain('adminCreate.js');
      expect(shown).not.toContain(databasePassword);
      expect(await recorded()).not.toContain(databasePassword);
      // The command must not leave a data folder in the platform's release.
      expect((await root.type('ls -d /opt/ukweli/releases/1/.data /opt/ukweli/current/.data')).code).not.toBe(0);
    });

    it('2. the service, 3. nginx: the administrator signs in by the name of the site', async () => {
      await root.done(block('sh service'));
      await serves(4173);
      expect(await root.done('stat -c "%a %U" /var/lib/ukweli', { as: 'root' })).toBe('700 ukweli\n');
      await written('/etc/nginx/conf.d/ukweli.conf', block('nginx'));
      const subject = "-subj /CN=console.example -addext 'subjectAltName=DNS:console.example' -days 2";
      const files = '-keyout /etc/ssl/ukweli/privkey.pem -out /etc/ssl/ukweli/fullchain.pem';
      await root.done(`mkdir -p /etc/ssl/ukweli && openssl req -x509 -newkey rsa:2048 -nodes ${files} ${subject} 2> /dev/null`, {
        as: 'root',
      });
      expect(await root.done(block('sh nginx'))).toContain('test is successful');
      const signIn = `const answer = await fetch("https://console.example/api/auth/login", { method: "POST",
        headers: { origin: "https://console.example", "content-type": "application/json", "x-correlation-id": "typed" },
        body: JSON.stringify({ email: "you@example.org", password: "${personsPassword}" }) });
        process.stdout.write(answer.status + " " + await answer.text())`;
      // While nginx reloads its configuration, the old one still answers.
      await vi.waitFor(async () => expect(await node(signIn, trusting)).toMatch(/^200 .*"role":"admin"/), {
        timeout: 30_000,
        interval: 200,
      });
      // [G-25] From now on a password alone is not enough.
      expect(await root.done(block('sh factor'))).toContain('demo  (no domains)  second factor: admin bank_ops auditor operator');
      expect(await node(signIn, trusting)).toMatch(/^403 .*second step/);
    });

    it('4. a second instance behind the same nginx', async () => {
      await root.done(block('sh second'));
      await serves(4174);
      await written('/etc/nginx/conf.d/ukweli.conf', adapted(blockOf('nginx'), { '# server 127.0.0.1:4174': 'server 127.0.0.1:4174' }));
      await root.done(blockOf('sh nginx'));
      await root.done('kill -KILL $(cat /run/ukweli@4173.pid)', { as: 'root' });
      const twelve = `let well = 0; for (let call = 0; call < 12; call += 1) well += (await fetch("https://console.example/readyz")).status === 200;
        process.stdout.write(String(well))`;
      await vi.waitFor(async () => expect(await node(twelve, trusting)).toBe('12'), { timeout: 30_000, interval: 200 });
    });

    it('5. a backup that nobody else can read, and what it brings back', async () => {
      await root.done(block('sh backup'));
      expect(await root.done('stat -c "%a %U" ukweli.dump')).toBe('600 operator\n');
      await root.done(block('sh restore'));
      const owned = `psql -At -d ukweli_restored -c "select email, (select tableowner from pg_tables where tablename = 'accounts') from accounts"`;
      expect(await root.done(owned, { as: 'postgres' })).toBe('you@example.org|ukweli_owner\n');
      expect(await root.done(blockOf('sh migrate').replace('///ukweli?', '///ukweli_restored?'))).toContain(
        '0 steps taken now. ukweli may serve.',
      );
      expect((await root.type(blockOf('sh restore'))).code).not.toBe(0); // It exists and is not overwritten.
    });

    it('6. a new version beside the old one, whose assets stay', async () => {
      await sources(2);
      await root.done(block('sh build next'));
      await root.done('sed -i s/20261120/20261121/ /opt/ukweli/releases/2/dist/build.json', { as: 'root' });
      await root.done(block('sh upgrade'), { as: 'ukweli' });
      expect(await root.done('readlink /opt/ukweli/current')).toBe('releases/2\n');
      expect(await root.done('ls /opt/ukweli/releases/2/dist/kept/20261120.080000-1111111/assets')).toBe('index-abcdef12.js\n');
      await root.done(block('sh two roles')); // Already done; running it again is harmless.
      expect(await root.done(blockOf('sh migrate'))).toContain('0 steps taken now. ukweli may serve.');
      await root.done(block('sh restart'));
      await serves(4173);
      expect(await root.done('readlink -f /proc/$(cat /run/ukweli@4173.pid)/cwd', { as: 'root' })).toBe('/opt/ukweli/releases/2\n');
    });

    it('the signing keys: listed, and rotated by whoever types the id of the one that signs', { tags: ['P-6'] }, async () => {
      const listed = await root.done(block('sh keys'));
      const [, kid = ''] = /^(ukweli-[\w-]+) {2}signs now$/m.exec(listed) ?? [];
      expect(kid).not.toBe('');
      const mistyped = await root.type(block('sh rotate'), { answers: 'yes\n' });
      expect([mistyped.code, mistyped.said]).toEqual([1, expect.stringContaining('Nothing was changed.')]);
      const { code, said } = await root.type(blockOf('sh rotate'), { answers: `${kid}\n` });
      expect([code, said]).toEqual([0, expect.stringContaining(`retire ${kid}`)]);
      expect(await root.done(blockOf('sh keys'))).toContain(`${kid}  no longer signs, to be retired`);
      await serves(4173);
    });

    it('the secrets of sign-ins: rotated while the platform runs, which publishes the key before beside the new one', {
      tags: ['G-2'],
    }, async () => {
      const [, id = ''] = /^idp\.signing (\S+) {2}signs ID tokens, in use/m.exec(await root.done(blockOf('sh keys'))) ?? [];
      const mistyped = await root.type(block('sh rotate secrets'), { answers: 'yes\n' });
      expect([mistyped.code, mistyped.said]).toEqual([1, expect.stringContaining('Nothing was changed.')]);
      expect(await root.done(blockOf('sh rotate secrets'), { answers: `${id}\n` })).toContain('idp.signing');
      const published = await node('process.stdout.write(await (await fetch("http://127.0.0.1:4173/idp/jwks")).text())');
      expect((JSON.parse(published) as { keys: { kid: string }[] }).keys.map(({ kid }) => kid)).toEqual([
        expect.not.stringContaining(id),
        id,
      ]);
    });

    it('a new key that wraps: everything is wrapped by it, and the one before opens nothing any more', { tags: ['G-2'] }, async () => {
      const second = 'b2'.repeat(32);
      await root.done('install -m 0640 -o root -g ukweli /dev/null /etc/ukweli/key.2', { as: 'root' });
      await put('/etc/ukweli/key.2', second);
      const set = (line: string): Promise<string> => root.done(`sed -i '${line}' /etc/ukweli/env`, { as: 'root' });
      await set('s|^KEY_FILE=.*|KEY_FILE=/etc/ukweli/key.2\\nKEY_FILE_BEFORE=/etc/ukweli/key|');
      await root.done(blockOf('sh restart'));
      await serves(4173);
      const { keyId } = createKeyWrap(Buffer.from(second, 'hex'));
      expect(await root.done(block('sh rewrap'), { answers: `${keyId}\n` })).toContain(`are wrapped by ${keyId}`);
      await set('/^KEY_FILE_BEFORE=/d');
      await root.done(blockOf('sh restart'));
      await serves(4173);
      await set('s|^KEY_FILE=.*|KEY_FILE=/etc/ukweli/key|');
      const old = await root.type(blockOf('sh rotate'), { answers: 'yes\n' });
      expect([old.code, old.said]).toEqual([1, expect.stringContaining(`wrapped by the key ${keyId}, and /etc/ukweli/key holds the key`)]);
      await set('s|^KEY_FILE=.*|KEY_FILE=/etc/ukweli/key.2|');
    });

    it('the lists that are only ever added to, checked while the platform runs: they hold, and no time goes back', {
      tags: ['S-6'],
    }, async () => {
      const said = await root.done(block('sh record check'));
      expect(said).toMatch(/: record: \d+ lines?, in order\.$/m);
      expect(said).toMatch(/: verification chain: 0 links, in order\.$/m);
      await serves(4173);
    });

    it('and that was every block of it', () => {
      const blocks = everyBlock().filter(({ document }) => document === 'docs/DEPLOY.md');
      expect(blocks.map(({ opening }) => opening).filter((opening) => !used.has(opening))).toEqual([]);
      expect(blocks).toHaveLength(used.size);
      expect(everyBlock().filter(({ document, opening }) => document !== 'docs/DEPLOY.md' && !opening.endsWith(' example'))).toEqual([]);
    });
  },
);
