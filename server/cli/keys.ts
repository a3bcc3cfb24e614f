import { userInfo } from 'node:os';
import { parseArgs } from 'node:util';
import { openClock } from '../clock.ts';
import { readConfig, type ServerConfig } from '../config.ts';
import { createPlatform, type Platform } from '../context.ts';
import { createDatabase } from '../db/database.ts';
import { keepToOneself, takeOwnFolder } from '../db/ownFolder.ts';
import { FolderInUse } from '../db/folderLock.ts';
import { countSigned, readKeyLives } from '../evidence/heldKeys.ts';
import { type KeyAct, performKeyAct, SETTLING_MS } from '../evidence/keyActs.ts';
import { openKeyWrap } from '../evidence/keyWrap.ts';
import { createLogger } from '../log.ts';
import { freezeAsKept } from '../prepareData.ts';
import { forgetOldForms } from '../secrets/oldForms.ts';
import { prepareSecrets } from '../secrets/prepareSecrets.ts';
import { rewrapSecrets, rotateSecrets, secretStands } from '../secrets/secretActs.ts';
import { createAsker } from './asker.ts';
import { environmentFrom, runToItsEnd } from './program.ts';
import { keyList, secretList, servedKeyList } from './keyList.ts';

const usage = `The platform's keys and secrets: which there are, and the acts of who runs the platform. No tenant can do any of these.

  npm run keys -- list                            the keys with their dates, and what was signed under each
  npm run keys -- rotate                          a new key signs from now on; the one before no longer signs, and what it signed still counts
  npm run keys -- retire KID                      ends a key that was rotated away: what it signed until now counts, nothing later does, and its
                                                  private half is destroyed
  npm run keys -- withdraw KID --reason TEXT      for a key that somebody else may have: nothing that it ever signed counts any more. Its private
                                                  half is destroyed, and if it was the one that signs, a new one does
  npm run keys -- rotate secrets [--at-once]      new keys for ID tokens and cookies, new secrets for device marks, links and words: the new ones are used from
                                                  now on, what was made by those before counts for as long as it is about. --at-once, where somebody else may have
                                                  them: it counts no more
  npm run keys -- rewrap                          wraps every key and secret in the database anew, by the key in KEY_FILE; KEY_FILE_BEFORE names the file with the
                                                  one before

  [--env-file FILE]   reads the platform's environment from the file that its service reads (EnvironmentFile= of systemd)

All but list ask for the id of a key, typed out, before anything is done; they stand on the record of every tenant, and consoles
that are connected hear of them at once. On the embedded database the platform must be stopped meanwhile; \`list\` then asks it instead.`;

/** Runs the command. Returns an error text, or null. */
async function main(): Promise<string | null> {
  keepToOneself();
  const { values, positionals } = parseArgs({
    options: { reason: { type: 'string' }, 'at-once': { type: 'boolean' }, 'env-file': { type: 'string' }, help: { type: 'boolean' } },
    allowPositionals: true,
  });
  const [act = '', kid, ...more] = positionals;
  if (values.help === true || act === '') {
    process.stdout.write(`${usage}\n`);
    return null;
  }
  const takesKid = act === 'retire' || act === 'withdraw';
  const ofSecrets = act === 'rewrap' || (act === 'rotate' && kid === 'secrets');
  if (!['list', 'rotate', 'retire', 'withdraw', 'rewrap'].includes(act)) return `There is no \`${act}\`.\n\n${usage}`;
  if (values['at-once'] === true && (!ofSecrets || act !== 'rotate')) return '--at-once goes with rotate secrets.';
  if (act === 'rotate' && ofSecrets ? more.length > 0 : more.length > 0 || (kid !== undefined) !== takesKid)
    return takesKid ? `\`${act}\` takes the id of one key.` : `\`${act}\` takes nothing more.`;
  const reason = values.reason?.trim() ?? '';
  if (act === 'withdraw' && (reason === '' || reason.length > 300))
    return 'The reason is written to every tenant’s record: give it with --reason, in at most 300 characters.';
  if (act !== 'withdraw' && values.reason !== undefined) return '--reason goes with withdraw.';

  const env = environmentFrom(values['env-file']);
  const read = readConfig(env);
  if (!read.ok) return read.mistakes.join('\n');
  const { config } = read;
  if (config.databaseUrl === null) takeOwnFolder(config.dataDir);
  const log = createLogger();
  const database = await createDatabase(config, log, (failure) => log.error('db.lost', failure)).catch(async (failure: unknown) => {
    if (failure instanceof FolderInUse) return null;
    throw failure;
  });
  if (database === null)
    return act === 'list' ? listOfRunning(config) : heldByPlatform(config, act, values['at-once'] === true ? `${kid} --at-once` : kid);
  const clock = await openClock(database);
  const platform = createPlatform({ database, clock, config, log });
  try {
    await freezeAsKept(platform, clock);
    if (act === 'list') {
      process.stdout.write(keyList(await readKeyLives(platform.db), await countSigned(platform.db, null)));
      process.stdout.write(secretList(await secretStands(platform.db)));
      return null;
    }
    await prepareSecrets(platform);
    const said = await (act === 'rewrap'
      ? rewrap(platform)
      : ofSecrets
        ? rotateAll(platform, values['at-once'] === true)
        : perform(platform, act === 'rotate' ? null : { act: act === 'retire' ? 'retire' : 'withdraw', kid: kid ?? '', reason }));
    if (said === null && !(await forgetOldForms(database, log))) process.stdout.write(`${stillInFile}\n`);
    return said;
  } finally {
    await platform.close();
  }
}

/** Performs a key act after confirmation; null means: rotate the key that signs now. Returns an error text, or null. */
async function perform(platform: Platform, asked: Exclude<KeyAct, { act: 'rotate' }> | null): Promise<string | null> {
  const lives = await readKeyLives(platform.db);
  const kid = asked === null ? lives.find(({ state }) => state === 'current')?.kid : asked.kid;
  if (kid === undefined) return 'No key signs yet: the platform makes one when it starts.';
  if (!lives.some((life) => life.kid === kid)) return `There is no key ${kid}. \`npm run keys -- list\` shows those there are.`;
  const act: KeyAct = asked ?? { act: 'rotate', from: kid };
  process.stdout.write(`${consequence(act, kid)}\n`);
  if (!(await confirmed(`Type the id of the key to ${act.act} it`, kid))) return notTyped;
  const done = await performKeyAct(platform, act, runBy());
  if (!done.ok) return `${done.problem.message} Nothing was changed.`;
  process.stdout.write(`${outcome(act, done.value.kid, done.value.signs, done.value.again)}\n`);
  return null;
}

/** Shown if old plaintext forms remain in the table files: only the owner of a table may rewrite it. */
const stillInFile =
  'What was there before is still in the files of the tables, which only their owner may write anew: `vacuum (full) platform_settings, platform_secrets, signing_keys` as that role, or a start with DATABASE_OWNER_URL.';

/** Replaces all secrets that sign-ins and links depend on. */
async function rotateAll(platform: Platform, atOnce: boolean): Promise<string | null> {
  const [signing] = await platform.secrets.held('idp.signing');
  process.stdout.write(
    atOnce
      ? 'Anyone signing in now must start again, issued links stop working, and no device is recognised any more. Sessions continue.\n'
      : 'New ones will be used from now on. What the previous ones made stays valid for its lifetime: minutes, for devices half a year.\n',
  );
  if (!(await confirmed('Type the id of the key that signs ID tokens to rotate all secrets', signing.id))) return notTyped;
  const made = await rotateSecrets(platform, runBy(), atOnce);
  process.stdout.write(made.map(({ name, id }) => `${name} ${id} is in use.\n`).join(''));
  return null;
}

/** Wraps all keys and secrets with the key in KEY_FILE. */
async function rewrap(platform: Platform): Promise<string | null> {
  const { keyId } = await openKeyWrap(platform.config);
  process.stdout.write(`Every key and secret in the database will be wrapped by the key ${keyId}, and by no other.\n`);
  if (!(await confirmed('Type the id of that key to wrap them', keyId))) return notTyped;
  const wrapped = await rewrapSecrets(platform, runBy());
  process.stdout.write(
    wrapped === 0
      ? `All of them already were. KEY_FILE_BEFORE is no longer needed.\n`
      : `${wrapped} are wrapped by ${keyId}. Take KEY_FILE_BEFORE out and restart each instance. Older backups open with the previous key: keep it with them, and nowhere else.\n`,
  );
  return null;
}

const notTyped = 'That is not its id. Nothing was changed.';
const runBy = (): string => `Command line (${userInfo().username})`;

async function confirmed(label: string, id: string): Promise<boolean> {
  const ask = createAsker();
  const typed = await ask.line(`${label} (${id})`);
  ask.close();
  return typed === id;
}

function consequence(act: KeyAct, kid: string): string {
  switch (act.act) {
    case 'rotate':
      return `A new key will sign from now on. What ${kid} has signed stays valid.`;
    case 'retire':
      return `What ${kid} has signed until now stays valid. Its private half will be destroyed: it cannot sign again.`;
    case 'withdraw':
      return `Nothing that ${kid} has ever signed will be valid any more: every pack, payment and report under it shows “Unknown kid”. This cannot be undone.`;
    default:
      return act satisfies never;
  }
}

function outcome(act: KeyAct, kid: string, signs: string, again: boolean): string {
  if (again) return `${kid} already was. Where this was not recorded yet, it is now.`;
  switch (act.act) {
    case 'rotate':
      return `${signs} signs. In ${SETTLING_MS / 60_000} minute or later, end the one before: npm run keys -- retire ${kid}`;
    case 'retire':
      return `${kid} is retired and its private half removed from the database. Older copies of the database still hold it.`;
    case 'withdraw':
      return `${kid} is withdrawn; ${signs} signs. Consoles that are connected have been told.`;
    default:
      return act satisfies never;
  }
}

function heldByPlatform({ dataDir }: ServerConfig, act: string, kid: string | undefined): string {
  const again = `npm run keys -- ${[act, kid].filter((part) => part !== undefined).join(' ')}${act === 'withdraw' ? ' --reason …' : ''}`;
  return `The platform is running and holds its data folder (${dataDir}), which only one process may open. Nothing was changed.
  1. Stop it: Ctrl+C where it runs.
  2. ${again}
  3. Start it: npm start. Consoles hear of the change when they are connected again.
Meanwhile \`npm run keys -- list\` asks the running platform. On PostgreSQL (DATABASE_URL) nothing has to be stopped.`;
}

/** Fetches the public key set from the running platform, which holds the data folder. */
async function listOfRunning({ port, dataDir }: ServerConfig): Promise<string | null> {
  const url = `http://127.0.0.1:${port}/api/jwks`;
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(5000) });
    if (!answer.ok) throw new Error(`it answered ${answer.status}`);
    process.stdout.write(servedKeyList(url, await answer.json()));
    return null;
  } catch (failure) {
    const why = failure instanceof Error ? failure.message : String(failure);
    return `The platform is running and holds its data folder (${dataDir}), and could not be asked at ${url} (${why}). Set PORT to the one it listens on.`;
  }
}

await runToItsEnd(main);
