import type { Checkpoint } from '../contracts/checkpoint.ts';
import { canonicalCheckpoint, CHECKPOINT_TYP } from '../domain/checkpoints.ts';
import type { KeySet } from './keys.ts';
import { judgeSignature, type SignatureFinding } from './signature.ts';

/**
 * Whose word a checkpoint is (D-47): all that it says is signed, under a `typ` of its own, so nothing of it can be changed, and no other signature passes for one.
 * @param tenantId whose it must be; null: whoever's it says
 * @param at the moment of the check, ISO 8601
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
