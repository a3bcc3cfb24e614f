// Long: searches all files of a database.
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { createClock } from '../clock.ts';
import { openEmbedded } from '../db/database.ts';
import { createLogger } from '../log.ts';
import { spellingsOf } from '../testing/databaseCopy.ts';
import { prepareSecrets } from './prepareSecrets.ts';
import { createSecrets } from './secrets.ts';

const folder = mkdtempSync(join(tmpdir(), 'ukweli-files-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const quiet = createLogger(() => undefined);

/** The files of the embedded database, below DATA_DIR/db, that contain a secret in any spelling. */
function filesWith(secret: string | Buffer): string[] {
  const spellings = spellingsOf(secret);
  const paths = readdirSync(join(folder, 'db'), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return paths
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => {
      const bytes = readFileSync(path);
      return bytes.includes(secret) || spellings.some((spelling) => bytes.includes(spelling));
    });
}

it('the files of the embedded database hold no secret, those neither that stood there before; the key lies beside them', {
  tags: ['G-2', 'A-23'],
}, async () => {
  const config = { dataDir: folder, keyFile: null, keyFileBefore: null };
  const stood = randomBytes(32).toString('base64url');
  const opened = await openEmbedded(folder, quiet, () => undefined);
  for (const key of ['idp_cookie_key', 'device_mark_key'])
    await opened.db
      .insertInto('platform_settings')
      .values({ key, value: JSON.stringify(stood) })
      .execute();
  await opened.close();
  expect(filesWith(stood).length).toBeGreaterThan(0);

  const again = await openEmbedded(folder, quiet, () => undefined);
  await prepareSecrets({ database: again, clock: createClock(), config, log: quiet });
  const secrets = createSecrets({ db: again.db, clock: createClock(), config });
  const [cookies] = await secrets.held('idp.cookies');
  const [signing] = await secrets.held('idp.signing');
  expect(cookies.text).toBe(stood);
  await again.close();
  for (const secret of [stood, signing.text, readFileSync(join(folder, 'keys/wrap.key'))]) expect(filesWith(secret)).toEqual([]);
});
