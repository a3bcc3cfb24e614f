import type { FastifyInstance } from 'fastify';
import type { Platform } from '../context.ts';
import { registerAuthRoutes } from './authRoutes.ts';
import { registerConfigRoute } from './configRoute.ts';
import { createForeignProvider } from './foreignProvider.ts';
import { createIdentityProvider } from './identityProvider.ts';
import { mountProvider } from './idp/mount.ts';
import { pruneIdentity } from './prune.ts';
import { createEmbeddedProvider } from './idp/provider.ts';
import { createSignIn } from './signIn.ts';

/** Everything about who somebody is: sign-in, sessions, tenants, and the identity provider, ours or another's. */
export async function registerIdentity(app: FastifyInstance, platform: Platform): Promise<void> {
  const signIn = await createSignIn(platform);
  const foreign = platform.config.oidc;
  const embedded = foreign === null ? await createEmbeddedProvider(platform) : null;
  if (embedded !== null) await mountProvider(app, platform, embedded.provider, signIn);
  const source = embedded?.source ?? (foreign === null ? null : createForeignProvider(platform, foreign));
  if (source === null) throw new Error('There is always a provider: the embedded one or the one named');
  const provider = createIdentityProvider(platform, source);
  platform.onStart(() => {
    const timer = setInterval(
      () => void pruneIdentity(platform.db, platform.clock.now()).catch((failure) => platform.log.error('identity.prune', failure)),
      3_600_000,
    );
    platform.onClose(() => clearInterval(timer));
  });
  registerAuthRoutes(app, platform, { signIn, provider });
  registerConfigRoute(app, platform, provider);
}
