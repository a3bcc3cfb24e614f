import type { FastifyInstance } from 'fastify';
import type { Platform } from '../context.ts';
import { route } from '../http/route.ts';

/** Sign-in, session and tenants. */
export function registerAuthRoutes(app: FastifyInstance, platform: Platform): void {
  route(app, platform, 'me', async ({ session }) => ({ ...session.user, expiresAt: session.expiresAt }));
}
