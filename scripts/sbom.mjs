import { spawnSync } from 'node:child_process';
import { root } from './root.mjs';

/**
 * The list of all packages that a build is made with, as CycloneDX: npm makes it of the lock alone, without the network. What is used to build and not shipped is marked so in it.
 * @param {string} build the build's name
 * @returns {string} JSON
 */
export function sbom(build) {
  const { status, stdout, stderr, error } = spawnSync('npm', ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only', '--offline'], {
    cwd: root,
    encoding: 'utf8',
    shell: process.platform === 'win32',
    maxBuffer: 64 * 1024 * 1024,
  });
  if (status !== 0) throw new Error(`npm sbom failed: ${error?.message ?? stderr}`);
  const list = JSON.parse(stdout);
  // npm takes the name of the folder that it happens to stand in.
  const { component } = list.metadata;
  return `${JSON.stringify({ ...list, metadata: { ...list.metadata, component: { ...component, name: 'ukweli-console', version: build } } }, null, 1)}\n`;
}
