import type { FastifyInstance } from 'fastify';
import type { Platform } from '../context.ts';
import { registerAuthRoutes } from './authRoutes.ts';
import { registerConfigRoute } from './configRoute.ts';
import { createForeignProvider } from './foreignProvider.ts';
import { createIdentityProvider } from './identityProvider.ts';
import { mountProvider } from './idp/mount.ts';
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
  registerAuthRoutes(app, platform, { signIn, provider });
  registerConfigRoute(app, platform, provider);
}
