/**
 * The one door to zod. The functional build (zod/mini) keeps the page small, and `jitless` must be set before the first
 * schema is made: the ordinary path probes `new Function`, which the content security policy refuses (FINDINGS, CSP).
 */
import * as z from 'zod/mini';

z.config({ jitless: true });

export { z };
