import type { FastifyInstance } from 'fastify';
import type { Platform } from './context.ts';
import { registerAuthRoutes } from './identity/authRoutes.ts';
import { registerEvidenceRoutes } from './routes/evidence.ts';

/** Adds routes, and work for start and end, to the platform. */
export type ServerModule = (app: FastifyInstance, platform: Platform) => void | Promise<void>;

/** Everything the platform serves, in the order of registration: a new resource is one line here. */
export const modules: readonly ServerModule[] = [registerAuthRoutes, registerEvidenceRoutes];
