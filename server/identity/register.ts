import type { FastifyInstance } from 'fastify';
import type { Platform } from '../context.ts';
import { registerAuthRoutes } from './authRoutes.ts';
import { registerAddressChange } from './addressChange.ts';
import { registerConfigRoute } from './configRoute.ts';
import { registerDisplays } from './displays/displayRoutes.ts';
import { registerDeviceSessions } from './sessions/deviceSessions.ts';
import { registerFactorRoutes } from './factors/factorRoutes.ts';
import { createForeignProvider } from './linking/foreignProvider.ts';
import { createIdentityProvider, type ProviderSource } from './linking/identityProvider.ts';
import { mountProvider } from './idp/mount.ts';
import { registerPasskeyRoutes } from './passkeys/passkeyRoutes.ts';
import { createPasskeySignIn } from './passkeys/passkeySignIn.ts';
import { relyingPartyOf } from './passkeys/relyingParty.ts';
import { registerPasswordReset } from './passwords/passwordReset.ts';
import { createAfterwards } from './afterwards.ts';
import { registerReauthentication } from './sessions/reauthentication.ts';
import { registerProfileRoutes } from './profileRoutes.ts';
import { pruneIdentity } from './prune.ts';
import { createEmbeddedProvider } from './idp/provider.ts';
import { registerLockEscrow } from './sessions/lockEscrow.ts';
import { registerLockTries } from './sessions/lockTries.ts';
import { createSignIn } from './sessions/signIn.ts';
import { registerTenantRoutes } from './tenantRoutes.ts';
import { registerSecondFactor } from '../routes/secondFactor.ts';
import { registerUserRoutes } from '../routes/users.ts';
import { registerUserAccess } from '../routes/userAccess.ts';
import { pruneSecrets } from '../secrets/secrets.ts';

/** Registers all identity routes: sign-in, sessions, tenants, and the identity provider, embedded or an organisation's own. */
export async function registerIdentity(app: FastifyInstance, platform: Platform): Promise<void> {
  const signIn = await createSignIn(platform);
  const foreign = platform.config.oidc;
  // Also with another provider, because displays are paired here.
  const embedded = await createEmbeddedProvider(platform, foreign === null);
  const rp = relyingPartyOf(platform.config);
  const passkey = rp === null ? null : createPasskeySignIn(platform, rp);
  await mountProvider(app, platform, embedded.current, foreign === null ? { password: signIn, passkey } : null);
  const source = foreign === null ? embedded.source : await openForeign(platform, foreign);
  const provider = createIdentityProvider(platform, source);
  platform.onStart(() => {
    const timer = setInterval(
      () =>
        void Promise.all([pruneIdentity(platform.db, platform.clock.now()), pruneSecrets(platform.db, platform.clock.now())]).catch(
          (failure) => platform.log.error('identity.prune', failure),
        ),
      3_600_000,
    );
    platform.onClose(() => clearInterval(timer));
  });
  platform.onStart(async () => void (await platform.secrets.held('sessions.renewal'))); // created at the first start
  const afterwards = createAfterwards(platform);
  registerAuthRoutes(app, platform, { signIn, provider, afterwards });
  registerDeviceSessions(app, platform);
  registerLockTries(app, platform);
  registerLockEscrow(app, platform);
  registerPasswordReset(app, platform, { provider, afterwards });
  registerProfileRoutes(app, platform, { provider });
  registerPasskeyRoutes(app, platform);
  registerFactorRoutes(app, platform);
  registerReauthentication(app, platform, { provider });
  registerAddressChange(app, platform);
  registerUserRoutes(app, platform);
  registerUserAccess(app, platform, { provider });
  registerSecondFactor(app, platform);
  registerTenantRoutes(app, platform);
  registerConfigRoute(app, platform, provider);
  registerDisplays(app, platform, embedded);
}

/** Interval for retrying a provider that has not answered yet, milliseconds. */
const askEveryMs = 15_000;

/**
 * Opens the organisation's own provider and retries its discovery until it answers: its origins must be in the policy before anybody
 * signs in.
 */
async function openForeign(platform: Platform, named: NonNullable<Platform['config']['oidc']>): Promise<ProviderSource> {
  const provider = createForeignProvider(platform, named);
  await provider.recall();
  platform.onStart(async () => {
    if ((await provider.describe()) !== null) return;
    const timer = setInterval(() => {
      void provider.describe().then((known) => known !== null && clearInterval(timer));
    }, askEveryMs);
    platform.onClose(() => clearInterval(timer));
  });
  return provider;
}
