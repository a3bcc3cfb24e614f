import { signCheckpointSchema, signedCheckpointSchema } from './checkpoint.ts';
import type { Endpoint } from './endpoint.ts';

/** What saving a proof calls (issue 15, point 10): a row of the table of calls (everyEndpoint.ts) that comes with the code that saves. */
export const proofEndpoints = {
  /**
   * Has the platform sign a checkpoint over a link that none stands over yet. Whoever may see the chain may ask; one that stands there is answered with, so a second sending signs
   * nothing. Open in read-only mode: it changes nothing of what stands still, the platform signs daily then too, and an emergency is when people take their proofs away.
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
