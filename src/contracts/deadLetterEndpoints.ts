import { showLetterSchema, wholeLetterSchema } from './deadLetter.ts';
import type { Endpoint } from './endpoint.ts';

/** Calls about one dead letter: rows of the table of calls (everyEndpoint.ts) that come with their screen. */
export const deadLetterEndpoints = {
  /** The whole item, with what is of a person (G-28), for those who may promote it. Changes nothing but the record: a disturbance is when people have to look. */
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
