import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { projectRoot } from '../../server/root.ts';
import { deployDocument } from './document.ts';

/** Names in the first column of those tables of a document whose header is `variable`. */
function documented(text: string): string[] {
  const rows = text.split('\n');
  return rows.flatMap((row, index) => {
    if (!row.startsWith('| `')) return [];
    const head = rows.slice(0, index).findLastIndex((line) => !line.startsWith('|')) + 1;
    if (!(rows[head] ?? '').startsWith('| variable')) return [];
    return [...(row.split('|')[1] ?? '').matchAll(/`([A-Z_]+)`/g)].map(([, name]) => name ?? '');
  });
}

/** Every environment variable that the platform's own files read, without tests and test helpers. */
function read(): string[] {
  const files = readdirSync(join(projectRoot, 'server'), { recursive: true, encoding: 'utf8' }).filter(
    (path) => path.endsWith('.ts') && !path.endsWith('.test.ts') && !path.startsWith('testing'),
  );
  const start = readFileSync(join(projectRoot, 'scripts/start.mjs'), 'utf8').matchAll(/process\.env\.(?!npm_)(\w+)/g);
  const names = files.flatMap((path) => {
    const text = readFileSync(join(projectRoot, 'server', path), 'utf8');
    return [...text.matchAll(/(?:given\(|process\.env\[|\benv\[)'(\w+)'/g)];
  });
  return [...new Set([...names, ...start].map(([, name]) => name ?? ''))].sort();
}

describe('the environment', () => {
  it('stands in docs/DEPLOY.md, every variable that is read and none that is not', () => {
    expect(read().length).toBeGreaterThan(12);
    expect(documented(deployDocument).sort()).toEqual(read());
  });

  it('stands in the README, but for what only an operator needs', () => {
    const operators = ['NODE_ENV', 'UKWELI_ADMIN_PASSWORD'];
    const readme = readFileSync(join(projectRoot, 'README.md'), 'utf8');
    expect(documented(readme).sort()).toEqual(read().filter((name) => !operators.includes(name)));
  });
});
