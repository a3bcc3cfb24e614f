import { relative } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { loginRoleLabels } from '../src/domain/accounts/access.ts';
import { createApp } from './app.ts';
import { letLibrariesFollow, openClock } from './clock.ts';
import { isOnLoopback, type ServerConfig, readConfig } from './config.ts';
import { createPlatform, type Platform } from './context.ts';
import { createDatabase } from './db/database.ts';
import { FolderInUse } from './db/folderLock.ts';
import { FolderOpen, keepToOneself, takeOwnFolder } from './db/ownFolder.ts';
import { KeyTrouble } from './evidence/keyWrap.ts';
import { demoAccounts, demoPassword, demoTenants } from './identity/demo/demoAccounts.ts';
import { listenForMetrics, NoMetricsListener } from './http/metricsListener.ts';
import { isEmpty } from './identity/demo/seedAccounts.ts';
import { createLogger } from './log.ts';
import { mailboxFolder } from './mail/mailbox.ts';
import { demoIn, keepFrozen, prepareData } from './prepareData.ts';
import { projectRoot } from './root.ts';
import { seedAuditTrail } from './seed/auditTrail.ts';
import { prepareSecrets } from './secrets/prepareSecrets.ts';
import { seedDemo } from './seed/seed.ts';

const say = (text: string): void => void process.stdout.write(`${text}\n`);
const log = createLogger();

/** Maximum duration of shutdown after draining, milliseconds: streams are ended, writes under way finished and answered. */
const endWithinMs = 8000;

async function main(): Promise<void> {
  keepToOneself();
  const read = readConfig(process.env);
  if (!read.ok) return giveUp(read.mistakes.join('\n'));
  const { config } = read;
  // On PostgreSQL too: letters and their link key may be stored there.
  takeOwnFolder(config.dataDir);
  const database = await createDatabase(config, log, (failure) => {
    log.error('db.lost', failure);
    giveUp('The embedded database stopped. Start the platform again: what it had acknowledged is kept.');
  });
  const clock = await openClock(database);
  letLibrariesFollow(clock);
  await prepareSecrets({ database, clock, config, log });
  const platform = createPlatform({ database, clock, config, log });
  await prepareData(platform, clock, async (empty) => {
    await seedDemo(empty);
    await seedAuditTrail(empty);
  });
  keepFrozen(platform, clock);
  const app = await createApp(platform);
  if (config.metrics !== null) await listenForMetrics(platform, config.metrics);
  await app.listen({ port: config.port, host: config.host });
  await platform.start();

  let ending = false;
  const end = (signal: string, drainMs: number): void => {
    if (ending) return;
    ending = true;
    log.info('platform.ending', { signal, drainMs });
    platform.drain();
    setTimeout(() => process.exit(1), drainMs + endWithinMs).unref();
    void sleep(drainMs)
      .then(() => app.close())
      .then(() => platform.close())
      .then(
        () => process.exit(0),
        (failure: unknown) => {
          log.error('platform.end', failure);
          process.exit(1);
        },
      );
  };
  process.once('SIGTERM', () => end('SIGTERM', config.drainMs));
  process.once('SIGINT', () => end('SIGINT', 0));
  await greet(platform, config);
}

async function greet(platform: Platform, config: ServerConfig): Promise<void> {
  say('');
  say(`  Ukweli Console   ${config.origin}`);
  say(
    `  Data             ${config.databaseUrl === null ? `embedded database in ${relative(projectRoot, config.dataDir) || config.dataDir}` : 'PostgreSQL (DATABASE_URL)'}`,
  );
  say(`  Simulation       ${config.simulation}`);
  say(
    config.mail.smtpUrl === null
      ? `  Mail             written to ${relative(projectRoot, mailboxFolder(config.dataDir)) || config.dataDir}, one file per email: no mail server is set (SMTP_URL)`
      : `  Mail             sent through ${new URL(config.mail.smtpUrl).host}`,
  );
  const demo = await demoIn(platform);
  if (demo !== null) {
    say('');
    say(`  ${demoHeading(demo, isOnLoopback(config))}`);
    for (const account of demoAccounts) {
      const tenant = demoTenants.find((one) => one.tenantId === account.tenantId);
      say(`    ${account.email.padEnd(26)} ${loginRoleLabels[account.role].padEnd(14)} ${tenant?.name} · ${tenant?.place}`);
    }
  } else if (await isEmpty(platform)) {
    say('');
    say('  Nobody can sign in yet. Make the first administrator with: npm run admin:create');
  }
  say('');
  say('  Stop with Ctrl+C.');
}

/** Heading of the list of demo accounts, with their password or why none is shown. */
function demoHeading(demo: 'published' | 'own', onLoopback: boolean): string {
  if (demo === 'own') return 'Demo accounts. Their passwords were printed when this database was filled, and are kept as hashes alone';
  return onLoopback
    ? `Demo accounts, all with the password ${demoPassword}`
    : 'Demo accounts made on loopback: their published password opens nothing here. Begin with an empty database, or make an administrator with: npm run admin:create';
}

function giveUp(why: string): void {
  process.stderr.write(`${why}\n`);
  process.exit(1);
}

await main().catch((failure: unknown) => {
  const { code, message } = failure as { code?: string; message?: string }; // Node's and our own errors alike
  if (code === 'EADDRINUSE') return giveUp('The port is taken by another program. Choose another with PORT, or stop that one.');
  if ([FolderInUse, FolderOpen, NoMetricsListener, KeyTrouble].some((known) => failure instanceof known)) return giveUp(message ?? '');
  log.error('platform.start', failure);
  return giveUp(`The platform could not start: ${message ?? String(failure)}`);
});
