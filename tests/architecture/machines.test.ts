import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const domain = join(import.meta.dirname, '../../src/domain');
const machines = ['session', 'outbox', 'realtime', 'lock'];

it.each(machines)('the machine of `%s` has a specification and a test of every transition, and no words for users', (name) => {
  const folder = join(domain, name);
  for (const file of ['machine.ts', 'SPEC.md', 'transitions.test.ts']) expect(existsSync(join(folder, file)), file).toBe(true);
  expect(readFileSync(join(folder, 'SPEC.md'), 'utf8')).toContain('`transitions.test.ts` lists every');
  const spoken = readdirSync(folder).filter((file) => file.endsWith('.ts') && !/(\.test|[lL]abels)\.ts$/.test(file));
  // Files that give reasons or text to people are named here; the machine's own imports none of them.
  const worded = ['pin.ts', 'unsentFile.ts'];
  const sentence = /(['"`])[A-Z][^'"`\n]* [^'"`\n]*[.!?]\1/;
  expect(spoken.filter((file) => !worded.includes(file) && sentence.test(readFileSync(join(folder, file), 'utf8')))).toEqual([]);
  const imports = spoken.filter((file) => !worded.includes(file)).map((file) => readFileSync(join(folder, file), 'utf8'));
  expect(imports.filter((source) => /from '\.\/(pin|unsentFile|[a-zA-Z]*[lL]abels)\.ts'/.test(source))).toEqual([]);
});
