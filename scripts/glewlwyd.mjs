import { existsSync } from 'node:fs';

const parts = {
  program: '/usr/bin/glewlwyd',
  /** Its schema and first administrator, whose password is `password`. */
  tables: '/usr/share/dbconfig-common/data/glewlwyd/install/sqlite3',
  modules: '/usr/lib/glewlwyd',
  sqlite: '/usr/bin/sqlite3',
};

/**
 * Paths of glewlwyd as installed by Debian, an OpenID provider written in C and unrelated to ours; used to test sign-ins at an external
 * provider. Undefined if not completely installed.
 * @returns {typeof parts | undefined}
 */
export function findGlewlwyd() {
  return Object.values(parts).every((path) => existsSync(path)) ? parts : undefined;
}

/**
 * A step that reports glewlwyd as missing. External providers are also tested with a second instance of ours
 * (tests/protocol/accountLinking.test.ts).
 * @returns {import('./runSteps.mjs').Step[]}
 */
export function withoutGlewlwyd() {
  const missing = 'not run: glewlwyd is not installed here (Debian: glewlwyd and dbconfig-sqlite3)';
  return findGlewlwyd() === undefined ? [{ name: 'sign-ins at a provider of another make', argv: [], missing, excused: true }] : [];
}
