import { parseArgs } from 'node:util';
import { recordKinds } from '../src/contracts/verdict.ts';
import { clip } from '../src/evidence/messages.ts';
import { Unusable } from './verifyInput.ts';

const kinds = ['evidence', ...recordKinds] as const;
type Kind = (typeof kinds)[number];

/** What the command should check, and with which files. */
export interface Options {
  readonly kind: Kind;
  /** The manifest or record; null if only a report's proof is given. */
  readonly record: string | null;
  readonly jwks: string;
  /** A report's second file; null if the report contains its proof. */
  readonly proof: string | null;
  /** The exported file beside its record; null if not given. */
  readonly data: string | null;
  readonly files: string | undefined;
  /** Entries of the verification chain, to find where a pack is sealed; null if not given. */
  readonly chain: string | null;
  readonly requireFiles: boolean;
  /** Check only what is signed, not the file it is about: an export's record, or a report's proof. */
  readonly recordOnly: boolean;
  readonly tenant: string | null;
  readonly timeoutS: number;
}

/** Options for a proof in one file. */
export interface ProofOptions {
  readonly kind: 'proof';
  readonly proof: string;
  /** A key set from another source than the proof; null if not given. */
  readonly jwks: string | null;
  /** Sufficient that everything holds by the keys in the file, whoever owns them. */
  readonly keysInFile: boolean;
  readonly files: string | undefined;
  readonly requireFiles: boolean;
  readonly tenant: string | null;
  readonly timeoutS: number;
}

const usage =
  'usage: verify NAME.ukweli.json [--jwks FILE] [--files DIR], or --manifest FILE --jwks FILE [--files DIR], or --kind KIND --record FILE --jwks FILE; --help says all';

/** Timeout of the whole run in seconds; --timeout can allow more for a very large pack. */
const DEFAULT_TIMEOUT_S = 18;

/** Parses the arguments, or throws `Unusable` with the usage. */
export function readOptions(argv: readonly string[]): Options | ProofOptions {
  let values: Readonly<Record<string, string | boolean | undefined>>;
  let positionals: readonly string[];
  try {
    const text = { type: 'string' } as const;
    const named = {
      manifest: text,
      record: text,
      proof: text,
      data: text,
      jwks: text,
      files: text,
      chain: text,
      tenant: text,
      kind: text,
      timeout: text,
    } as const;
    const flag = { type: 'boolean' } as const;
    const parsed = parseArgs({
      args: [...argv],
      options: { ...named, 'require-files': flag, 'record-only': flag, 'keys-in-file': flag },
      allowPositionals: true,
      tokens: true,
    });
    ({ values, positionals } = parsed);
    refuseTwice(parsed.tokens.flatMap((token) => (token.kind === 'option' ? [token.name] : [])));
  } catch (cause) {
    if (cause instanceof Unusable) throw cause;
    throw new Unusable(`${cause instanceof Error ? cause.message : 'bad arguments'}; ${usage}`);
  }
  if (positionals.length > 0) return proofOptions(values, positionals);
  if (values['keys-in-file'] === true) throw new Unusable(`--keys-in-file goes with a proof in one file; ${usage}`);
  const { jwks, files, chain, proof, data, tenant } = values;
  const kind = kindOf(String(values['kind'] ?? 'evidence'));
  // Both names mean the same; each kind has the one that people expect.
  const record = values['record'] ?? values['manifest'];
  const proofAlone = kind === 'report' && typeof proof === 'string';
  if ((typeof record !== 'string' && !proofAlone) || typeof jwks !== 'string') throw new Unusable(usage);
  const requireFiles = values['require-files'] === true;
  if (kind !== 'evidence' && (typeof files === 'string' || requireFiles)) throw new Unusable(`--files goes with --kind evidence; ${usage}`);
  if (kind !== 'evidence' && typeof chain === 'string') throw new Unusable(`--chain goes with --kind evidence; ${usage}`);
  if (kind !== 'report' && typeof proof === 'string') throw new Unusable(`--proof goes with --kind report; ${usage}`);
  if (kind !== 'export' && typeof data === 'string') throw new Unusable(`--data goes with --kind export; ${usage}`);
  const recordOnly = values['record-only'] === true;
  if (recordOnly && kind !== 'export' && kind !== 'report')
    throw new Unusable(`--record-only goes with --kind export and --kind report; ${usage}`);
  if (recordOnly && (typeof data === 'string' || (kind === 'report' && typeof record === 'string')))
    throw new Unusable('--record-only is for where the file itself is not at hand, and it was given');
  return {
    kind,
    record: typeof record === 'string' ? record : null,
    jwks,
    proof: typeof proof === 'string' ? proof : null,
    data: typeof data === 'string' ? data : null,
    files: typeof files === 'string' ? files : undefined,
    chain: typeof chain === 'string' ? chain : null,
    requireFiles,
    recordOnly,
    tenant: typeof tenant === 'string' ? tenant : null,
    timeoutS: timeoutOf(values),
  };
}

/** Refuses repeated options: only one file would be checked, but exit code 0 would seem to cover both. */
function refuseTwice(names: readonly string[]): void {
  const seen = new Set<string>();
  for (const name of names) {
    // Both names mean the same.
    const part = name === 'record' ? 'manifest' : name;
    if (seen.has(part)) throw new Unusable(`--${name} was given, and one was named before it; ${usage}`);
    seen.add(part);
  }
}

/** Options allowed with a proof, which itself states what it is about. */
const besideProof = ['jwks', 'files', 'tenant', 'timeout', 'require-files', 'keys-in-file'];

function proofOptions(
  values: Readonly<Record<string, string | boolean | undefined>>,
  [proof = '', ...more]: readonly string[],
): ProofOptions {
  if (more.length > 0) throw new Unusable(`One proof at a time: ${clip(more[0] ?? '', 200)} is one more; ${usage}`);
  const strange = Object.keys(values).find((name) => values[name] !== undefined && !besideProof.includes(name));
  if (strange !== undefined)
    throw new Unusable(`--${strange} does not go with a proof in one file, which says itself what it is of; ${usage}`);
  const { jwks, files, tenant } = values;
  const keysInFile = values['keys-in-file'] === true;
  if (keysInFile && typeof jwks === 'string') throw new Unusable('--keys-in-file is for where no key set is at hand, and --jwks was given');
  return {
    kind: 'proof',
    proof,
    jwks: typeof jwks === 'string' ? jwks : null,
    keysInFile,
    files: typeof files === 'string' ? files : undefined,
    requireFiles: values['require-files'] === true,
    tenant: typeof tenant === 'string' ? tenant : null,
    timeoutS: timeoutOf(values),
  };
}

function timeoutOf({ timeout = String(DEFAULT_TIMEOUT_S) }: Readonly<Record<string, string | boolean | undefined>>): number {
  const timeoutS = Number(timeout);
  if (!Number.isFinite(timeoutS) || timeoutS <= 0 || timeoutS > 86_400) throw new Unusable('--timeout wants seconds between 0 and 86400');
  return timeoutS;
}

function kindOf(named: string): Kind {
  const kind = kinds.find((each) => each === named);
  if (kind === undefined) throw new Unusable(`--kind ${clip(named)}: this build verifies ${kinds.join(', ')}`);
  return kind;
}
