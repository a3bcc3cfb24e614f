import { spawnSync } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import { install } from './install.mjs';
import { root } from './root.mjs';

/** @typedef {{ kind: 'clean' | 'found' | 'notAsked', lines: string[] }} Verdict */

/** Vulnerabilities of these severities fail the audit; lower ones are only printed. */
const grave = new Set(['high', 'critical']);

/**
 * Interprets the output of `npm audit --json`. Only a report is an answer: a registry that refuses or is unreachable does not mean that
 * there are no vulnerabilities.
 * @param {string} printed
 * @returns {Verdict}
 */
export function auditVerdict(printed) {
  /** @type {any} */
  let told = null;
  try {
    told = JSON.parse(printed);
  } catch {
    // Not an npm report, so there is no answer.
  }
  if (typeof told?.auditReportVersion !== 'number' || typeof told.vulnerabilities !== 'object' || told.vulnerabilities === null)
    return { kind: 'notAsked', lines: [`Not known: the registry does not answer what faults it knows of (${reasonOf(told)}).`] };
  /** @type {{ name: string, severity: string, range: string }[]} */
  const faults = Object.values(told.vulnerabilities);
  const lines = faults.map(({ name, severity, range }) => `${severity}: ${name} ${range}`).sort();
  return faults.some(({ severity }) => grave.has(severity))
    ? { kind: 'found', lines }
    : { kind: 'clean', lines: [...lines, 'No known fault of high weight in what the platform and the console run on.'] };
}

/** Without the registry's URL, which may contain credentials. @param {any} told */
function reasonOf(told) {
  if (typeof told?.statusCode === 'number') return `status ${told.statusCode}`;
  return /\b(E[A-Z]{4,}|getaddrinfo|timeout)\b/.exec(String(told?.message))?.[0] ?? 'no report';
}

// `npm run audit`: asks npm's configured registry about the production dependencies. Exits with 1 if a grave vulnerability is known, with 0
// if none is or if the registry did not answer, which is printed.
if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  install();
  const { stdout } = spawnSync('npm', ['audit', '--json', '--omit=dev'], {
    cwd: root,
    encoding: 'utf8',
    shell: process.platform === 'win32',
    maxBuffer: 64 * 1024 * 1024,
  });
  const { kind, lines } = auditVerdict(stdout ?? '');
  console.log(lines.join('\n'));
  process.exitCode = kind === 'found' ? 1 : 0;
}
