import { isoTimeSchema } from './primitives.ts';
import { protocolSchema } from './protocol.ts';
import { tenantSchema } from './session.ts';
import { z } from './zod.ts';

/** Where help is, drawn as a link. Any text as a shape (links.ts). */
export const helpLinkSchema = z.string().check();
/** An address that is followed without anybody having seen it: any that is no page's makes the whole answer one of another shape. */
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
      /** By which parameter it is told where to come back to: the document's own, `returnTo`, where absent; OpenID's where the provider's document names its end of sessions. */
      logoutReturn: z.optional(z.enum(['returnTo', 'post_logout_redirect_uri'])),
    }),
  ),
  /** The default tenant, shown where the user has none (C-1). */
  tenant: tenantSchema,
  build: z.string(),
  minimumBuild: z.string(),
  /** Absent from platforms before version 8. */
  protocol: z.optional(protocolSchema),
  serverTime: isoTimeSchema,
  supportUrl: helpLinkSchema,
  /** 'off' freezes the business clock at the seed's day; the console labels that (D-16). */
  simulation: z.enum(['live', 'off']),
  /** What the platform's business clock says: equals serverTime when live. */
  businessTime: isoTimeSchema,
});
export type ConfigResponse = z.infer<typeof configResponseSchema>;
