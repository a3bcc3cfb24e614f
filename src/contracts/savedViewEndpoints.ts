import type { Endpoint } from './endpoint.ts';
import { resourceCalls } from './resources.ts';
import * as view from './savedView.ts';

/** Endpoints of saved views; part of the table in endpoints.ts. Every user has their own views. */
export const savedViewEndpoints = {
  savedViews: {
    method: 'GET',
    path: '/api/views',
    ...resourceCalls.savedViews,
    cache: 'none',
    answer: view.savedViewsResponseSchema,
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
