import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ourFiles } from './ourFiles.ts';
import { root } from './root.mjs';
import { parse, type Parsed } from './syntax.ts';

/** What a check refuses in a file, with the way out. Lines count from 1. */
export interface SourceFinding {
  readonly line: number;
  readonly what: string;
}

/** A check that looks at one source file at a time. Paths are relative to the root, with forward slashes. */
export interface SourceCheck {
  judges(path: string): boolean;
  findings(path: string, source: string, parsed: Parsed): readonly SourceFinding[];
  /** The line that is printed at the end, given the number of files judged and of findings. */
  summary(files: number, refused: number): string;
}

/**
 * Parses every source of the repository once for all checks, prints what they refuse, and sets the exit code: 1 if anything is refused.
 * @throws if a file is not valid TypeScript
 */
export function runSourceChecks(checks: readonly SourceCheck[]): void {
  const totals = checks.map((check) => ({ check, files: 0, refused: 0 }));
  const paths = ourFiles('*.ts', '*.tsx', '*.mjs').filter((path) => !path.endsWith('.d.ts'));
  for (const path of paths) {
    const concerned = totals.filter(({ check }) => check.judges(path));
    if (concerned.length === 0) continue;
    const source = readFileSync(join(root, path), 'utf8');
    const parsed = parse(path, source);
    for (const total of concerned) {
      const found = total.check.findings(path, source, parsed);
      for (const { line, what } of found) console.error(`${path}:${line}: ${what}`);
      total.files += 1;
      total.refused += found.length;
    }
  }
  for (const { check, files, refused } of totals) console.log(check.summary(files, refused));
  process.exitCode = totals.some(({ refused }) => refused > 0) ? 1 : 0;
}
