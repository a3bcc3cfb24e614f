import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './root.mjs';

/** @typedef {{ version?: string, resolved?: string, integrity?: string, link?: boolean, inBundle?: boolean }} LockedPackage */

/** 64 bytes in base64. */
const sha512 = /^sha512-[A-Za-z0-9+/]{86}==$/;

/**
 * Problems of a lock file: packages without an integrity hash, or fetched over an unprotected connection (G-23). npm writes no hash for
 * packages it did not fetch, such as tools of other systems, and installs those unchecked.
 * @param {{ packages?: Record<string, LockedPackage> }} lock
 * @returns {string[]} one line per problem
 */
export function lockFindings({ packages = {} }) {
  // '' is the project itself; bundled packages are covered by the hash of their container.
  const fetched = Object.entries(packages).filter(([folder, { link, inBundle }]) => folder !== '' && link !== true && inBundle !== true);
  if (fetched.length === 0) return ['The lock names no package.'];
  return fetched.flatMap(([folder, { integrity, resolved }]) => [
    ...(integrity !== undefined && integrity.split(' ').every((each) => sha512.test(each)) ? [] : [`${folder} has no SHA-512 hash.`]),
    ...(resolved === undefined || resolved.startsWith('https://') ? [] : [`${folder} does not come by https.`]),
  ]);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const findings = lockFindings(JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')));
  for (const finding of findings) console.error(finding);
  if (findings.length > 0) {
    console.error(
      'Take these entries out of package-lock.json and run `npm install --package-lock-only`: npm asks for them anew, hashes and all.',
    );
    process.exitCode = 1;
  }
}
