import type { Endpoint } from './endpoint.ts';
import * as view from './savedView.ts';

const minute = 60_000;

/** Endpoints of saved views; part of the table in endpoints.ts. Every user has their own views. */
export const savedViewEndpoints = {
  savedViews: {
    method: 'GET',
    path: '/api/views',
    needs: 'session',
    cache: 'none',
    answer: view.savedViewsResponseSchema,
    fresh: { refetchMs: 5 * minute, staleAfterMs: 15 * minute, retries: 1 },
  },
  saveView: {
    method: 'POST',
    path: '/api/views/{viewId}',
    needs: 'session',
    cache: 'none',
    body: view.saveViewSchema,
    answer: view.savedViewAnswerSchema,
    command: true,
  },
  removeView: {
    method: 'POST',
    path: '/api/views/{viewId}/remove',
    needs: 'session',
    cache: 'none',
    body: view.removeViewSchema,
    answer: view.removedViewSchema,
    command: true,
  },
} as const satisfies Record<string, Endpoint>;
