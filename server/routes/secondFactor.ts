import type { FastifyInstance } from 'fastify';
import { loginRoles } from '../../src/contracts/access.ts';
import type { SecondFactorAnswer } from '../../src/contracts/factors.ts';
import { runCommand } from '../commands/command.ts';
import type { Platform } from '../context.ts';
import { route } from '../http/route.ts';
import { keepSecondFactorRoles, secondFactorRoles } from '../identity/factors/secondFactorRoles.ts';

/**
 * The roles that must use a second factor in the tenant (G-25), read and set by its administrators. Open sessions continue to their end;
 * later sign-ins need one, and set one up first if missing.
 */
export function registerSecondFactor(app: FastifyInstance, platform: Platform): void {
  const { clock, config } = platform;
  const told = (roles: SecondFactorAnswer['roles']): SecondFactorAnswer => ({
    roles,
    provider: config.oidc !== null,
    lastUpdated: clock.now().toISOString(),
  });

  route(app, platform, 'secondFactor', async ({ db, tenantId }) => told(await secondFactorRoles(db, tenantId)));

  route(app, platform, 'setSecondFactor', (call) => {
    const { roles } = call.body;
    const record = {
      action: 'tenant.second_factor',
      target: call.tenantId,
      details: { roles: loginRoles.filter((role) => roles.includes(role)).join(' ') },
    };
    return runCommand<SecondFactorAnswer>(call, 'setSecondFactor', record, async ({ trx, tenantId }) => {
      await keepSecondFactorRoles(trx, tenantId, roles);
      return told(await secondFactorRoles(trx, tenantId));
    });
  });
}
