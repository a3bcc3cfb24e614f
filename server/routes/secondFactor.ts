import type { FastifyInstance } from 'fastify';
import { loginRoles } from '../../src/contracts/access.ts';
import type { SecondFactorAnswer } from '../../src/contracts/factors.ts';
import { runCommand } from '../commands/command.ts';
import type { Platform } from '../context.ts';
import { route } from '../http/route.ts';
import { keepSecondFactorRoles, secondFactorRoles } from '../identity/factors/secondFactorRoles.ts';

/**
 * Of which roles the tenant asks for a second factor (G-25), read and set by its administrators. Sessions that are open go on to their end: whoever signs in from now on is asked, and sets one up
 * first where they have none.
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
