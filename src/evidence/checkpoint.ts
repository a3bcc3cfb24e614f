import type { Checkpoint } from '../contracts/checkpoint.ts';
import { canonicalCheckpoint, CHECKPOINT_TYP } from '../domain/records/checkpoints.ts';
import type { KeySet } from './keys.ts';
import { judgeSignature, type SignatureFinding } from './signature.ts';

/**
 * Verifies a checkpoint's signature (D-47). All of its values are signed under a `typ` of their own, so none can be changed, and no other
 * signature can be passed off as a checkpoint.
 * @param tenantId the expected tenant; null: the one it names
 * @param at time of the check, ISO 8601
 */
export function judgeCheckpoint(checkpoint: Checkpoint, keys: KeySet, tenantId: string | null, at: string): Promise<SignatureFinding> {
  const { chain, index, seal } = checkpoint;
  return judgeSignature(
    {
      jws: checkpoint.jws,
      typ: CHECKPOINT_TYP,
      kid: null,
      what: 'checkpoint',
      signedAt: checkpoint.at,
      expected: { at: checkpoint.at, chain, index, seal, tenantId: checkpoint.tenantId },
      canonical: (signedTenant) => canonicalCheckpoint({ ...checkpoint, tenantId: signedTenant }),
    },
    keys,
    tenantId,
    at,
  );
}
