import { spawnSync } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import { install } from './install.mjs';
import { root } from './root.mjs';

/** @typedef {{ kind: 'clean' | 'found' | 'notAsked', lines: string[] }} Verdict */

/** Known faults of these weights fail; lighter ones are told. */
const grave = new Set(['high', 'critical']);

/**
 * What `npm audit --json` says. Only a report is an answer: a registry that refuses or cannot be reached has told of no fault, and that is not the same as that there is none.
 * @param {string} printed
 * @returns {Verdict}
 */
export function auditVerdict(printed) {
  /** @type {any} */
  let told = null;
  try {
    told = JSON.parse(printed);
  } catch {
    // Not npm's report: nothing was asked.
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

/** Without where it was asked: the address of a registry may carry a name and a word. @param {any} told */
function reasonOf(told) {
  if (typeof told?.statusCode === 'number') return `status ${told.statusCode}`;
  return /\b(E[A-Z]{4,}|getaddrinfo|timeout)\b/.exec(String(told?.message))?.[0] ?? 'no report';
}

// `npm run audit`: asks the registry that npm is set to, of what runs in production. Ends with 1 where it knows of a grave fault, with 0 where it knows of none or was not to be asked, which is said.
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
