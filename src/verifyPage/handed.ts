import { PROOF_EXTENSION } from '../contracts/proofFile.ts';
import type { FileDigest } from '../contracts/verdict.ts';
import { clip } from '../evidence/messages.ts';
import { MAX_JWKS_BYTES } from '../evidence/parse.ts';
import { answerProof, type ProofAnswer } from '../evidence/proof/answer.ts';
import { MAX_PROOF_FILE_BYTES, parseProof } from '../evidence/proof/parse.ts';
import { hashBlob } from '../workers/evidence/hashBytes.ts';

/** The files given to the page. */
export interface Handed {
  readonly proof: File | null;
  /** The platform's key set, obtained separately from the proof; null if there is none. */
  readonly jwks: File | null;
  readonly evidence: readonly File[];
}

/** The initial state. */
export const nothingHanded: Handed = { proof: null, jwks: null, evidence: [] };

/** The given files after sorting dropped ones, and a message about them; null if none. */
export interface Sorted {
  readonly handed: Handed;
  readonly told: string | null;
}

/**
 * Sorts files dropped together: a proof is recognised by its file extension or its beginning, everything else is evidence. Two proofs are
 * refused. A key set is never accepted by dropping: the author of a folder could put their own keys beside their proof, and a user who
 * drops the whole folder has not chosen them. Earlier files stay unless replaced; a new proof discards its predecessor's evidence files.
 */
export async function sortFiles(before: Handed, dropped: readonly File[]): Promise<Sorted> {
  const kinds = await Promise.all(dropped.map(kindOf));
  const filesOf = (kind: Awaited<ReturnType<typeof kindOf>>): readonly File[] => dropped.filter((_, place) => kinds[place] === kind);
  const [proofs, keys, evidence] = [filesOf('proof'), filesOf('keys'), filesOf('evidence')];
  const [proof = before.proof, second] = proofs;
  if (second !== undefined)
    return { handed: before, told: `${proofs.length} proofs were given. Open one at a time, with its evidence files.` };
  const names = keys.map(({ name }) => clip(name, 60)).join(', ');
  return {
    handed: { ...before, proof, evidence: proof === before.proof ? [...before.evidence, ...evidence] : evidence },
    told:
      keys.length === 0
        ? null
        : `${names} is a key set, and was not taken: it came with the files. If you got it from the platform yourself, choose it as the platform’s keys.`,
  };
}

async function kindOf(file: File): Promise<'proof' | 'keys' | 'evidence'> {
  const name = file.name.toLowerCase();
  if (name.endsWith(PROOF_EXTENSION)) return 'proof';
  if (!name.endsWith('.json')) return 'evidence';
  const start = (await file.slice(0, 200).text()).replaceAll(/\s/g, '');
  if (start.startsWith('{"format":"ukweli-proof/')) return 'proof';
  return start.startsWith('{"keys":[') ? 'keys' : 'evidence';
}

/** The answer for the given files, by the same function as the command-line tool. Nothing leaves the device. */
export async function answerHanded({ proof, jwks, evidence }: Handed, at: string, progress: (text: string) => void): Promise<ProofAnswer> {
  if (proof === null) throw new Error('no proof was handed in');
  const bytes = await bytesOf('proof', proof, MAX_PROOF_FILE_BYTES);
  const keys = jwks === null ? null : await bytesOf('key set', jwks, MAX_JWKS_BYTES);
  if (!(bytes instanceof Uint8Array)) return bytes;
  if (keys !== null && !(keys instanceof Uint8Array)) return keys;
  const files = evidence.length === 0 ? null : await digestsOf(bytes, evidence, at, progress);
  return answerProof(bytes, { at, jwks: keys, files });
}

/** The bytes of a file up to the maximum size; a larger one is refused unread, as in the command-line tool. */
async function bytesOf(what: string, file: File, most: number): Promise<Uint8Array | ProofAnswer> {
  if (file.size <= most) return new Uint8Array(await file.arrayBuffer());
  const message = `The ${what} has ${file.size} bytes; more than ${most} are refused unread`;
  return { exitCode: 2, output: { kind: 'proof', verified: false, unusable: true, message }, verdict: null, remarks: [] };
}

/** Hashes the evidence files listed in the proof's pack. A file of another size is not read: it cannot be the listed one. */
async function digestsOf(
  proof: Uint8Array,
  evidence: readonly File[],
  at: string,
  progress: (text: string) => void,
): Promise<readonly FileDigest[]> {
  const parsed = parseProof(proof);
  const listed = new Map(parsed.ok ? (parsed.value.pack?.files ?? []).map(({ name, size }) => [name, size]) : []);
  const digests: FileDigest[] = [];
  const { signal } = new AbortController();
  for (const [place, file] of evidence.entries()) {
    progress(`Hashing ${place + 1} of ${evidence.length}: ${clip(file.name, 60)}`);
    const listedSize = listed.get(file.name);
    const options = { listedSize: listedSize ?? -1, keep: false, signal, now: () => performance.now(), progress: () => undefined };
    const { size, hash } = await hashBlob(file, options);
    digests.push({ name: file.name, size, hash, hashedAt: at });
  }
  return digests;
}
