import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { root } from '../../scripts/root.mjs';
import { type Judged, limitOf } from './budgets.ts';

/** The committed record of the last full run of each bench; a bench that runs alone replaces its own section. */
const file = join(root, 'bench/RESULTS.md');
const head = `# Results

Written by \`npm run bench\`; do not edit. Each section is one run of one bench: ratios are taken within that run, medians of the rounds it
names, and the limits are those of \`budgets.json\`.
`;

/** What a run says of itself, so that its figures can be read elsewhere. */
export interface RunFacts {
  /** 'Node 20.20.2, 2 × AMD EPYC, 23 GiB' */
  readonly machine: string;
  readonly day: string;
  readonly commit: string;
  readonly rounds: number;
  readonly flags: string;
}

/** Names this machine. */
export function machineName(): string {
  return `Node ${process.versions.node}, ${cpus().length} × ${cpus()[0]?.model.trim() ?? 'unknown processor'}, ${Math.round(totalmem() / 2 ** 30)} GiB`;
}

/** Three significant digits, and no more than two behind the point. */
export function shown(value: number): string {
  if (!Number.isFinite(value)) return String(value);
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2;
  return value.toFixed(digits);
}

/** A bench's section as Markdown. Pure. */
export function sectionOf(bench: string, judged: readonly Judged[], notes: readonly string[], facts: RunFacts): string {
  const rows = judged.map(
    ({ name, value, budget, met, detail }) =>
      `| ${met ? 'met' : '**missed**'} | ${name}: ${budget.what} | ${shown(value)} | ${limitOf(budget)} | ${detail} |`,
  );
  return [
    `## ${bench}`,
    '',
    `${facts.day}, commit ${facts.commit}; ${facts.machine}; ${facts.flags}; ${facts.rounds} ${facts.rounds === 1 ? 'round' : 'rounds'}.`,
    '',
    '| | what | measured | limit | from |',
    '|---|---|---|---|---|',
    ...rows,
    '',
    ...notes.map((note) => `- ${note}`),
    ...(notes.length > 0 ? [''] : []),
  ].join('\n');
}

/** The record with this bench's section replaced or added, sections in the order of `order`. Pure. */
export function withSection(record: string, bench: string, section: string, order: readonly string[]): string {
  const held = new Map<string, string>();
  for (const part of record.split(/^(?=## )/m).slice(1)) held.set(/^## (\S+)/.exec(part)?.[1] ?? '', part.trimEnd());
  held.set(bench, section.trimEnd());
  return `${[head.trimEnd(), ...order.flatMap((name) => held.get(name) ?? [])].join('\n\n')}\n`;
}

/** Replaces this bench's section of RESULTS.md. */
export function record(bench: string, section: string, order: readonly string[]): void {
  writeFileSync(file, withSection(existsSync(file) ? readFileSync(file, 'utf8') : '', bench, section, order));
}
