import { z } from './zod.ts';

/**
 * Protocol versions that the platform supports (`version.ts`): sent with the configuration and in the hello frame, judged by the console.
 */
export const protocolSchema = z.object({ version: z.int(), oldest: z.int() });
