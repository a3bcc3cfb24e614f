import { describe, expect, it } from 'vitest';
import lock from '../package-lock.json' with { type: 'json' };
import { lockFindings } from './lock.mjs';
import { checkSteps } from './steps.mjs';

const integrity = `sha512-${'A'.repeat(86)}==`;
/** A lock of the project with one more package. */
const locked = (entry: object) => ({
  packages: { '': {}, 'node_modules/react': { version: '19.3.1', integrity }, 'node_modules/tool': entry },
});

describe('the lock', { tags: ['G-23'] }, () => {
  it('vouches for every package that it names', { tags: ['G-23', 'A-17'] }, () => {
    expect(lockFindings(lock)).toEqual([]);
  });

  it('is refused with a package that nothing vouches for, or that a weak or broken hash does', { tags: ['G-23'] }, () => {
    expect(lockFindings(locked({ version: '1.0.0', integrity }))).toEqual([]);
    const weak = [
      undefined,
      '',
      'sha1-2jmj7l5rSw0yVb/vlWAYkK/YBwk=',
      'sha512-',
      integrity.slice(0, -3),
      `sha1-2jmj7l5rSw0yVb/vlWAYkK/YBwk= ${integrity}`,
    ];
    for (const hash of weak)
      expect(
        lockFindings(locked({ version: '1.0.0', ...(hash === undefined ? {} : { integrity: hash }), optional: true })),
        String(hash),
      ).toEqual(['node_modules/tool has no SHA-512 hash.']);
  });

  it('is refused with a package that does not come by https, where it says from where', { tags: ['G-23'] }, () => {
    expect(lockFindings(locked({ integrity, resolved: 'https://packages.example/tool.tgz' }))).toEqual([]);
    for (const resolved of ['http://packages.example/tool.tgz', 'git+ssh://git@packages.example/tool.git', 'file:../tool.tgz', ''])
      expect(lockFindings(locked({ integrity, resolved })), resolved).toEqual(['node_modules/tool does not come by https.']);
  });

  it('asks for no hash of what is linked or comes within another package, and is refused where it names nothing', {
    tags: ['G-23'],
  }, () => {
    expect(lockFindings(locked({ link: true, resolved: 'packages/tool' }))).toEqual([]);
    expect(lockFindings(locked({ version: '1.0.0', inBundle: true }))).toEqual([]);
    expect(lockFindings({ packages: { '': {} } })).toEqual(['The lock names no package.']);
    expect(lockFindings({})).toHaveLength(1);
  });

  it('names no package whose own script would have to run before the platform or the console does', { tags: ['G-23', 'A-17'] }, () => {
    const withScript = Object.entries<object>(lock.packages).filter(([, entry]) => 'hasInstallScript' in entry);
    // Some build tools have install scripts, so the check sees them.
    expect(withScript.length).toBeGreaterThan(0);
    expect(withScript.filter(([, entry]) => !('dev' in entry) && !('optional' in entry))).toEqual([]);
  });

  it('is held by `npm run check`', { tags: ['G-23'] }, () => {
    expect(checkSteps().map(({ argv }) => argv)).toContainEqual(['scripts/lock.mjs']);
  });
});
