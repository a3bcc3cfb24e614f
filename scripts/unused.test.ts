import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from './root.mjs';
import { checkSteps } from './steps.mjs';

it('an export, a file and a package that nothing uses are found by the step of the check', () => {
  const [script = '', ...options] = checkSteps().find(({ name }) => name === 'nothing is unused')?.argv ?? [];
  const folder = mkdtempSync(join(tmpdir(), 'ukweli-unused-'));
  try {
    copyFileSync(join(root, 'knip.json'), join(folder, 'knip.json'));
    writeFileSync(
      join(folder, 'package.json'),
      JSON.stringify({ name: 'planted', type: 'module', dependencies: { 'left-alone': '1.0.0' } }),
    );
    mkdirSync(join(folder, 'server'));
    writeFileSync(join(folder, 'server/main.ts'), `import { taken } from './parts.ts';\ntaken();\n`);
    writeFileSync(join(folder, 'server/parts.ts'), 'export function taken(): void {}\nexport function plantedExport(): void {}\n');
    writeFileSync(join(folder, 'server/plantedFile.ts'), 'export const nothing = 1;\n');
    const { status, stdout } = spawnSync(process.execPath, [join(root, script), ...options], { cwd: folder, encoding: 'utf8' });
    expect(status).toBe(1);
    for (const planted of ['plantedExport', 'plantedFile.ts', 'left-alone']) expect(stdout).toContain(planted);
    expect(stdout).not.toContain('taken');
  } finally {
    rmSync(folder, { recursive: true });
  }
});
