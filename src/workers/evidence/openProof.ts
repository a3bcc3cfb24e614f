import type { OpenedProof, ProofOpening } from '../../contracts/proofOpening.ts';
import { formatBytes } from '../../domain/format.ts';
import { checkProof } from '../../evidence/proof/check.ts';
import { standingOf } from '../../evidence/proof/known.ts';
import { MAX_PROOF_FILE_BYTES, parseProof } from '../../evidence/proof/parse.ts';

/** Opens a dropped file and checks it. A file too large for a proof is refused before any byte is read. Never throws. */
export async function openProof({ file, files, trusted }: ProofOpening, at: string, clockConfirmed = true): Promise<OpenedProof> {
  const unusable = (...reasons: readonly string[]): OpenedProof => ({ state: 'unusable', reasons });
  if (!(file instanceof Blob)) return unusable('It is not a file');
  if (file.size > MAX_PROOF_FILE_BYTES)
    return unusable(`It is ${formatBytes(file.size)}, and no proof is larger than ${formatBytes(MAX_PROOF_FILE_BYTES)}`);
  const bytes = await bytesOf(file);
  if (bytes === null) return unusable('It cannot be read: it was moved, changed or taken away since it was picked');
  if (bytes.length === 0) return unusable('It is empty');
  const parsed = parseProof(bytes);
  if (!parsed.ok) return unusable(...parsed.faults.map(({ text }) => text));
  // The claimed tenant is shown beside the verdict and not checked here: proofs are made for outside readers, and one platform signs for
  // all tenants.
  const verdict = await checkProof(parsed.value, { at, trusted, files, clockConfirmed });
  return { state: 'checked', verdict, standing: await standingOf(parsed.value), pack: parsed.value.pack };
}

async function bytesOf(file: Blob): Promise<Uint8Array | null> {
  try {
    return new Uint8Array(await file.arrayBuffer());
  } catch {
    return null; // engines throw when a file can no longer be read
  }
}
