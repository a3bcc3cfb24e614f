import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import type { EvidenceManifest } from '../src/contracts/evidence.ts';
import type { FilesPart, Verdict, VerdictPart } from '../src/contracts/verdict.ts';
import { checkFiles } from '../src/evidence/files.ts';
import { lintKeys } from '../src/evidence/keys.ts';
import { clip } from '../src/evidence/messages.ts';
import { MAX_JWKS_BYTES, MAX_MANIFEST_BYTES, type Parsed, parseJwks, parseManifest } from '../src/evidence/parse.ts';
import { checkIntact, checkSigned, verdictOf } from '../src/evidence/verify.ts';
import { hashFolder } from './verifyFiles.ts';

/**
 * `npm run -s verify -- --manifest FILE --jwks FILE [--files DIR] [--require-files] [--tenant T] [--kind evidence]`
 *
 * The console's own verifier at the command line, for an auditor with nothing but a pack and a key set. Prints one JSON verdict. Exit
 * 0: verified; 1: not verified; 2: the input cannot be used. Input is hostile until proven: sizes are looked at before reading, nothing waits
 * for ever, and no failure prints a stack trace.
 */
const usage =
  'usage: verify --manifest FILE --jwks FILE [--files DIR] [--require-files] [--tenant T] [--kind evidence] [--timeout SECONDS]';

/** Seconds after which the whole run gives up; hashing a very large pack may be given more by --timeout. */
const DEFAULT_TIMEOUT_S = 18;

class Unusable extends Error {}

interface Options {
  readonly manifest: string;
  readonly jwks: string;
  readonly files: string | undefined;
  readonly requireFiles: boolean;
  readonly tenant: string | null;
  readonly timeoutS: number;
}

function readOptions(argv: readonly string[]): Options {
  let values: Readonly<Record<string, string | boolean | undefined>>;
  try {
    const text = { type: 'string' } as const;
    values = parseArgs({
      args: [...argv],
      options: { manifest: text, jwks: text, files: text, tenant: text, kind: text, timeout: text, 'require-files': { type: 'boolean' } },
    }).values;
  } catch (cause) {
    throw new Unusable(`${cause instanceof Error ? cause.message : 'bad arguments'}; ${usage}`);
  }
  const { manifest, jwks, files, tenant, kind = 'evidence', timeout = String(DEFAULT_TIMEOUT_S) } = values;
  if (typeof manifest !== 'string' || typeof jwks !== 'string') throw new Unusable(usage);
  if (kind !== 'evidence') throw new Unusable(`--kind ${clip(String(kind))}: this build verifies evidence packs (--kind evidence) only`);
  const timeoutS = Number(timeout);
  if (!Number.isFinite(timeoutS) || timeoutS <= 0 || timeoutS > 86_400) throw new Unusable('--timeout wants seconds between 0 and 86400');
  const requireFiles = values['require-files'] === true;
  return {
    manifest,
    jwks,
    files: typeof files === 'string' ? files : undefined,
    requireFiles,
    tenant: typeof tenant === 'string' ? tenant : null,
    timeoutS,
  };
}

/** The bytes of a regular file no larger than `maxBytes`; a gigabyte is refused before one byte of it is read. */
async function readBounded(what: string, path: string, maxBytes: number): Promise<Uint8Array> {
  let handle: Awaited<ReturnType<typeof open>>;
  try {
    handle = await open(path, constants.O_RDONLY | constants.O_NONBLOCK); // a pipe without a writer must not block
  } catch {
    throw new Unusable(`The ${what} ${clip(path, 200)} cannot be opened`);
  }
  try {
    const stats = await handle.stat();
    if (!stats.isFile()) throw new Unusable(`The ${what} is not a regular file`);
    if (stats.size > maxBytes) throw new Unusable(`The ${what} has ${stats.size} bytes; more than ${maxBytes} are refused unread`);
    // Exactly the size that was judged: a file that grows meanwhile does not get more read of it.
    const bytes = new Uint8Array(stats.size);
    const { bytesRead } = await handle.read(bytes, 0, stats.size, 0);
    return bytes.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

function usable<T>(what: string, parsed: Parsed<T>): T {
  if (parsed.ok) return parsed.value;
  throw new Unusable(`The ${what} cannot be used: ${parsed.faults.map(({ text }) => text).join('; ')}`);
}

async function filesPart(
  options: Options,
  manifest: EvidenceManifest,
  at: string,
  signal: AbortSignal,
): Promise<{ part: FilesPart; notes: readonly string[] }> {
  if (options.files === undefined) return { part: { state: 'notCheckable', reason: 'No files were given (--files DIR)' }, notes: [] };
  try {
    const { digests, notes } = await hashFolder(options.files, manifest, signal);
    return { part: checkFiles(manifest, digests, at, 'missing'), notes };
  } catch (cause) {
    if (signal.aborted) throw cause;
    throw new Unusable(`The folder ${clip(options.files, 200)} cannot be read`);
  }
}

const word = ({ state }: VerdictPart<unknown>): string => (state === 'notCheckable' ? 'not checkable' : state);

/** What is printed: the three parts in a word each, then what stands behind them; of files only those that are not equal. */
function report(verdict: Verdict, verified: boolean, more: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const { intact, signed, files } = verdict;
  const shownFiles =
    files.state === 'notCheckable'
      ? files
      : { ...files, evidence: { ...files.evidence, files: files.evidence.files.filter(({ state }) => state !== 'match') } };
  const reasons = [intact, signed, files].flatMap((part) =>
    part.state === 'failed' ? part.reasons.map((reason) => `${part.message}: ${reason}`) : [],
  );
  return {
    kind: verdict.kind,
    packId: verdict.packId,
    verified,
    intact: word(intact),
    signed: word(signed),
    files: word(files),
    reasons,
    ...more,
    checkedAt: verdict.checkedAt,
    details: { intact, signed, files: shownFiles },
  };
}

/** Entries of a list that are printed, and characters of a text: enough for people, and more than ours ever have. */
const MOST_ENTRIES = 200;
const MOST_CHARACTERS = 1_000;

/** The report with every list and text bounded, and without characters that turn or wipe a terminal's line: names and ids in it are
 * whoever's who made the pack. `cut` is called when a list was shortened. */
function fitForPeople(value: unknown, cut: () => void): unknown {
  if (typeof value === 'string') return clip(value, MOST_CHARACTERS);
  if (Array.isArray(value)) {
    if (value.length > MOST_ENTRIES) cut();
    return value.slice(0, MOST_ENTRIES).map((each) => fitForPeople(each, cut));
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, fitForPeople(each, cut)]));
}

function printable(output: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  let shortened = false;
  const fit = fitForPeople(output, () => {
    shortened = true;
  });
  return { ...Object(fit), ...(shortened ? { shortened: `lists are cut after ${MOST_ENTRIES} entries` } : {}) };
}

/** What the command prints and the code it ends with. */
export interface CommandResult {
  readonly exitCode: 0 | 1 | 2;
  readonly output: Readonly<Record<string, unknown>>;
}

async function verify(options: Options, signal: AbortSignal): Promise<CommandResult> {
  const manifest = usable('manifest', parseManifest(await readBounded('manifest', options.manifest, MAX_MANIFEST_BYTES)));
  const set = lintKeys(usable('key set', parseJwks(await readBounded('key set', options.jwks, MAX_JWKS_BYTES))));
  const at = new Date().toISOString();
  const intact = await checkIntact(manifest, at);
  const signed = await checkSigned(manifest, { set, fetchedAt: null }, options.tenant, at);
  const { part: files, notes } = await filesPart(options, manifest, at, signal);
  const verdict = verdictOf(manifest.packId, intact, signed, files, at);
  const verified = verdict.outcome === 'verified' && (!options.requireFiles || files.state === 'passed');
  const tenant = options.tenant === null ? 'not checked' : signed.state === 'passed' ? 'checked' : 'not established';
  const unmet = options.requireFiles && files.state === 'notCheckable' ? [`--require-files: ${files.reason}`] : [];
  const keys = { trusted: [...set.trusted.keys()], refused: set.refused };
  return { exitCode: verified ? 0 : 1, output: printable(report(verdict, verified, { tenant, notes: [...unmet, ...notes], keys })) };
}

/** The whole command; never throws. */
export async function verifyPack(argv: readonly string[]): Promise<CommandResult> {
  let signal: AbortSignal | undefined;
  try {
    const options = readOptions(argv);
    signal = AbortSignal.timeout(options.timeoutS * 1000);
    return await verify(options, signal);
  } catch (cause) {
    const gaveUp = signal?.aborted === true;
    const message = gaveUp
      ? 'Gave up: not finished within the time allowed (--timeout)'
      : cause instanceof Unusable
        ? cause.message
        : 'The input could not be verified';
    return { exitCode: 2, output: { kind: 'evidence', verified: false, unusable: true, message: clip(message, 20_000) } };
  }
}
