import type { CommandResult } from '../src/evidence/answer.ts';
import { clip } from '../src/evidence/messages.ts';
import { MAX_JWKS_BYTES } from '../src/evidence/parse.ts';
import { answerProof } from '../src/evidence/proof/answer.ts';
import { MAX_PROOF_FILE_BYTES, parseProof } from '../src/evidence/proof/parse.ts';
import { type HashedFolder, hashFolder } from './verifyFiles.ts';
import { readBounded, Unusable } from './verifyInput.ts';
import type { ProofOptions } from './verifyOptions.ts';

/** Checks a proof in one file (issue 15, point 10), with a key set and a folder of evidence files if given. Throws `Unusable`. */
export async function verifyProof(options: ProofOptions, signal: AbortSignal): Promise<CommandResult> {
  const { keysInFile, requireFiles, tenant: tenantId } = options;
  const bytes = await readBounded('proof', options.proof, MAX_PROOF_FILE_BYTES);
  const jwks = options.jwks === null ? null : await readBounded('key set', options.jwks, MAX_JWKS_BYTES);
  const hashed = options.files === undefined ? null : await hashedBeside(bytes, options.files, signal);
  const at = new Date().toISOString();
  return answerProof(bytes, {
    at,
    jwks,
    files: hashed?.digests ?? null,
    fileNotes: hashed?.notes ?? [],
    tenantId,
    keysInFile,
    requireFiles,
  });
}

/** Hashes the files of the pack in the proof; empty if it contains none. */
async function hashedBeside(proof: Uint8Array, folder: string, signal: AbortSignal): Promise<HashedFolder> {
  const parsed = parseProof(proof);
  if (!parsed.ok || parsed.value.pack === null) return { digests: [], notes: [] };
  try {
    return await hashFolder(folder, parsed.value.pack, signal);
  } catch (cause) {
    if (signal.aborted) throw cause;
    throw new Unusable(`The folder ${clip(folder, 200)} cannot be read`);
  }
}
