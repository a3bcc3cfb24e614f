import { expose } from 'comlink';
import { createEvidenceApi } from './api.ts';

/** The evidence worker: one per page that verifies, gone with it. Wiring only. */
expose(
  createEvidenceApi({
    fetch: (url, options) => fetch(url, options),
    origin: location.origin,
    now: () => new Date(),
  }),
);
