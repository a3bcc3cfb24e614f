/**
 * The only import of zod. The functional build (zod/mini) keeps the page small, and `jitless` must be set before the first schema is
 * made: the default path probes `new Function`, which the content security policy refuses (FINDINGS, Content security policy).
 */
import * as z from 'zod/mini';

z.config({ jitless: true });

export { z };
