import { signCheckpointSchema, signedCheckpointSchema } from './checkpoint.ts';
import type { Endpoint } from './endpoint.ts';

/** Endpoint for saving a proof (issue 15, point 10). Loaded with the code that saves; part of the table in everyEndpoint.ts. */
export const proofEndpoints = {
  /**
   * Lets the platform sign a checkpoint over a link that none covers yet. Everyone who may see the chain may ask. An existing checkpoint
   * is returned, so repeating the call signs nothing. Open in read-only mode: it changes no existing data, the platform signs daily then
   * too, and people save their proofs in an emergency.
   */
  signCheckpoint: {
    method: 'POST',
    path: '/api/checkpoints/sign',
    needs: 'view:verifications',
    cache: 'none',
    body: signCheckpointSchema,
    answer: signedCheckpointSchema,
    inReadOnlyMode: 'open',
    timeLimitMs: 30_000,
  },
} as const satisfies Record<string, Endpoint>;
