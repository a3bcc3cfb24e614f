import { showLetterSchema, wholeLetterSchema } from './deadLetter.ts';
import type { Endpoint } from './endpoint.ts';

/** Endpoints of one dead letter. Loaded with their screen; part of the table in everyEndpoint.ts. */
export const deadLetterEndpoints = {
  /**
   * The whole item including personal data (G-28), for those who may promote it. Writes only an audit line, so it stays open in read-only
   * mode, when people must investigate.
   */
  showLetter: {
    method: 'POST',
    path: '/api/dlq/{itemId}/show',
    needs: 'action:promote_dlq',
    cache: 'none',
    body: showLetterSchema,
    answer: wholeLetterSchema,
    inReadOnlyMode: 'open',
  },
} as const satisfies Record<string, Endpoint>;
