import type { FastifyInstance } from 'fastify';
import { spoken } from '../../src/contracts/version.ts';
import type { Platform } from '../context.ts';
import { route } from '../http/route.ts';
import { demoTenants } from './demo/demoAccounts.ts';
import type { IdentityProvider } from './linking/identityProvider.ts';
import { tenantOfRow } from './tenantRoutes.ts';

/** GET /api/config: what a console needs before sign-in. */
export function registerConfigRoute(app: FastifyInstance, platform: Platform, provider: IdentityProvider): void {
  const { db, config, clock } = platform;
  route(app, platform, 'config', async () => {
    // The default tenant is the demo's; on a platform without it, the first tenant (C-1).
    const row = await db
      .selectFrom('tenants')
      .selectAll()
      .orderBy((row) => row('tenant_id', '=', 'demo'), 'desc')
      .orderBy('tenant_id')
      .limit(1)
      .executeTakeFirst();
    const [fallback] = demoTenants;
    if (fallback === undefined) throw new Error('There is a demo tenant');
    return {
      oidc: await provider.describe(),
      tenant: row === undefined ? fallback : tenantOfRow(row),
      build: config.build,
      minimumBuild: config.minimumBuild,
      protocol: spoken,
      serverTime: clock.now().toISOString(),
      supportUrl: config.supportUrl,
      simulation: config.simulation,
      businessTime: clock.business().toISOString(),
    };
  });
}
