import { existsSync } from 'node:fs';

const parts = {
  program: '/usr/bin/glewlwyd',
  /** Its tables and its first administrator, whose password is `password`. */
  tables: '/usr/share/dbconfig-common/data/glewlwyd/install/sqlite3',
  modules: '/usr/lib/glewlwyd',
  sqlite: '/usr/bin/sqlite3',
};

/**
 * Where Debian's packages put glewlwyd, an OpenID provider in C that has nothing in common with ours: sign-ins at a provider of another make are proved with it. Undefined where it is not
 * installed whole.
 * @returns {typeof parts | undefined}
 */
export function findGlewlwyd() {
  return Object.values(parts).every((path) => existsSync(path)) ? parts : undefined;
}

/**
 * The line that says so where it is not: what else a provider may be is proved with another set-up of ours all the same (tests/protocol/accountLinking.test.ts).
 * @returns {import('./runSteps.mjs').Step[]}
 */
export function withoutGlewlwyd() {
  const missing = 'not run: glewlwyd is not installed here (Debian: glewlwyd and dbconfig-sqlite3)';
  return findGlewlwyd() === undefined ? [{ name: 'sign-ins at a provider of another make', argv: [], missing, excused: true }] : [];
}
