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

/**
 * Sorts files that were dropped together: a proof by its name or its beginning, a key set by being one, and everything else is evidence. What was handed in before stays where nothing
 * takes its place; a new proof takes its evidence files along, which are of another pack.
 */
export async function sortFiles(before: Handed, dropped: readonly File[]): Promise<Handed> {
  let { proof, jwks } = before;
  const evidence: File[] = [];
  for (const file of dropped) {
    const kind = await kindOf(file);
    if (kind === 'proof') proof = file;
    else if (kind === 'keys') jwks = file;
    else evidence.push(file);
  }
  return { proof, jwks, evidence: proof === before.proof ? [...before.evidence, ...evidence] : evidence };
}

async function kindOf(file: File): Promise<'proof' | 'keys' | 'evidence'> {
  if (file.name.endsWith('.ukweli.json')) return 'proof';
  if (!file.name.endsWith('.json')) return 'evidence';
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
  return { exitCode: 2, output: { kind: 'proof', verified: false, unusable: true, message }, verdict: null };
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
