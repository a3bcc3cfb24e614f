import { expose } from 'comlink';
import { createEvidenceApi } from './api.ts';

/** The evidence worker's entry point (wiring only). Each page that verifies starts its own; it ends with the page. */
expose(
  createEvidenceApi({
    fetch: (url, options) => fetch(url, options),
    origin: location.origin,
    now: () => new Date(),
  }),
);
