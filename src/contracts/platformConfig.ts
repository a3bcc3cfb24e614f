import { isoTimeSchema } from './primitives.ts';
import { protocolSchema } from './protocol.ts';
import { tenantSchema } from './session.ts';
import { z } from './zod.ts';

/** Help link, drawn as a link. Any text is valid as a shape (links.ts). */
export const helpLinkSchema = z.string().check();
/** URL that is followed without being shown to the user: an invalid one rejects the whole answer. */
export const followedLinkSchema = z.url({ protocol: /^https?$/ });

/** GET /api/config: public, needed before sign-in. `issuer` is null where federated login is not configured. */
export const configResponseSchema = z.object({
  oidc: z.nullable(
    z.object({
      issuer: followedLinkSchema,
      clientId: z.string(),
      authorizationEndpoint: followedLinkSchema,
      tokenEndpoint: followedLinkSchema,
      jwksUri: followedLinkSchema,
      logoutEndpoint: followedLinkSchema,
      /**
       * Name of the query parameter with the return URL: `returnTo`, the document's, if absent; OpenID's if the provider's discovery
       * document names an end-session endpoint.
       */
      logoutReturn: z.optional(z.enum(['returnTo', 'post_logout_redirect_uri'])),
    }),
  ),
  /** The default tenant, shown if the user has none (C-1). */
  tenant: tenantSchema,
  build: z.string(),
  minimumBuild: z.string(),
  /** Absent from platforms older than version 8. */
  protocol: z.optional(protocolSchema),
  serverTime: isoTimeSchema,
  supportUrl: helpLinkSchema,
  /** 'off' freezes the business clock at the seed's day; the console shows that (D-16). */
  simulation: z.enum(['live', 'off']),
  /** The platform's business clock: equals serverTime if live. */
  businessTime: isoTimeSchema,
});
export type ConfigResponse = z.infer<typeof configResponseSchema>;
