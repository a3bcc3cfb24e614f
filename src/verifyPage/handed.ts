import { PROOF_EXTENSION } from '../contracts/proofFile.ts';
import type { FileDigest } from '../contracts/verdict.ts';
import { clip } from '../evidence/messages.ts';
import { MAX_JWKS_BYTES } from '../evidence/parse.ts';
import { answerProof, type ProofAnswer } from '../evidence/proof/answer.ts';
import { MAX_PROOF_FILE_BYTES, parseProof } from '../evidence/proof/parse.ts';
import { hashBlob } from '../workers/evidence/hashBytes.ts';

/** What a person has handed to the page. */
export interface Handed {
  readonly proof: File | null;
  /** The platform's key set, which did not come with the proof; null: there is none. */
  readonly jwks: File | null;
  readonly evidence: readonly File[];
}

/** As the page opens. */
export const nothingHanded: Handed = { proof: null, jwks: null, evidence: [] };

/** What is handed in once dropped files are sorted, and what there is to tell of them, as a sentence; null: nothing. */
export interface Sorted {
  readonly handed: Handed;
  readonly told: string | null;
}

/**
 * Sorts files that were dropped together: a proof by how its name ends or by its beginning, everything else is evidence. Two proofs are none. A key set is never taken by being dropped: whoever
 * packs a folder puts keys of his own beside his proof, and a person who drops all of it has chosen none. What was handed in before stays where nothing takes its place; a new
 * proof takes its evidence files along, which are of another pack.
 */
export async function sortFiles(before: Handed, dropped: readonly File[]): Promise<Sorted> {
  const kinds = await Promise.all(dropped.map(kindOf));
  const of = (kind: Awaited<ReturnType<typeof kindOf>>): readonly File[] => dropped.filter((_, place) => kinds[place] === kind);
  const [proofs, keys, evidence] = [of('proof'), of('keys'), of('evidence')];
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

/** The answer on what was handed in, by the very function that the command runs. Nothing leaves the device. */
export async function answerHanded({ proof, jwks, evidence }: Handed, at: string, progress: (text: string) => void): Promise<ProofAnswer> {
  if (proof === null) throw new Error('no proof was handed in');
  const bytes = await bytesOf('proof', proof, MAX_PROOF_FILE_BYTES);
  const keys = jwks === null ? null : await bytesOf('key set', jwks, MAX_JWKS_BYTES);
  if (!(bytes instanceof Uint8Array)) return bytes;
  if (keys !== null && !(keys instanceof Uint8Array)) return keys;
  const files = evidence.length === 0 ? null : await digestsOf(bytes, evidence, at, progress);
  return answerProof(bytes, { at, jwks: keys, files });
}

/** The bytes of a file no larger than allowed; one that is larger is refused unread, as the command does. */
async function bytesOf(what: string, file: File, most: number): Promise<Uint8Array | ProofAnswer> {
  if (file.size <= most) return new Uint8Array(await file.arrayBuffer());
  const message = `The ${what} has ${file.size} bytes; more than ${most} are refused unread`;
  return { exitCode: 2, output: { kind: 'proof', verified: false, unusable: true, message }, verdict: null, remarks: [] };
}

/** Hashes the evidence files that the proof's pack lists. One of another size is not read: it is not the listed one. */
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
