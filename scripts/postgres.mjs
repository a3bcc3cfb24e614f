import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const debian = '/usr/lib/postgresql';

/**
 * Folder of the PostgreSQL programs for test clusters: POSTGRES_BIN, else Debian's newest version from 15 on. Undefined if there is none.
 * @returns {string | undefined}
 */
export function findPostgres() {
  const named = process.env.POSTGRES_BIN;
  if (named) return named;
  const versions = existsSync(debian) ? readdirSync(debian).map(Number) : [];
  return versions
    .filter((version) => version >= 15)
    .sort((a, b) => b - a)
    .map((version) => join(debian, String(version), 'bin'))
    .find((folder) => existsSync(join(folder, 'initdb')));
}
