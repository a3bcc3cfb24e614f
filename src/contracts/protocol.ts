import { z } from './zod.ts';

/** Which versions of the wire the platform speaks (`version.ts`): sent with the configuration and with hello, judged by the console. */
export const protocolSchema = z.object({ version: z.int(), oldest: z.int() });
