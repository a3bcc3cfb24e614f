import type { FastifyInstance } from 'fastify';
import { headers } from '../../src/contracts/endpoints.ts';
import type { Platform } from '../context.ts';
import { LINK_LIFE_MS, mintToken, tokenGrants } from '../evidence/downloadTokens.ts';
import { readKeysOf } from '../evidence/heldKeys.ts';
import { finishKeyActs } from '../evidence/keyActs.ts';
import { openKeyWrap } from '../evidence/keyWrap.ts';
import { readFile, readFileNames, readManifest, readPacks } from '../evidence/packs.ts';
import { ensureCurrentKey, readKeySet } from '../evidence/signingKeys.ts';
import { refuse } from '../http/problem.ts';
import { route } from '../http/route.ts';
import { bytesOf } from '../secrets/secrets.ts';

/** Content types sent as stored; all others become plain bytes. Everything is sent as a download, never as a page. */
const knownTypes = new Set(['text/csv', 'application/json', 'application/pdf', 'image/jpeg', 'image/png']);

/** The key set, packs, manifests, download links, and the files they lead to. */
export function registerEvidenceRoutes(app: FastifyInstance, platform: Platform): void {
  // Created at the first start; a platform without the demo needs a key set too.
  platform.onStart(async () => {
    await platform.secrets.held('evidence.downloads');
    await ensureCurrentKey(platform.db, await openKeyWrap(platform.config), platform.clock.now());
    // Announces key changes left unannounced when the process ended. Does not delay the start; a tenant whose rows are locked is told at
    // the next start.
    const finished = finishKeyActs(platform).then(
      () => undefined,
      (failure: unknown) => platform.log.error('keys.tell', failure),
    );
    platform.onClose(() => finished);
  });
  const downloadSecrets = async (): Promise<readonly [Uint8Array, ...Uint8Array[]]> => {
    const [first, ...before] = await platform.secrets.held('evidence.downloads');
    return [bytesOf(first), ...before.map(bytesOf)];
  };

  route(app, platform, 'jwks', ({ db }) => readKeySet(db));

  route(app, platform, 'keys', ({ db, tenantId }) => readKeysOf(db, tenantId, platform.clock.now().toISOString()));

  route(app, platform, 'evidence', async ({ db, tenantId }) => {
    const packs = await readPacks(db, tenantId);
    return { packs, totalCount: packs.length, lastUpdated: platform.clock.now().toISOString() };
  });

  route(
    app,
    platform,
    'manifest',
    async ({ db, tenantId, params }) => (await readManifest(db, tenantId, params['packId'] ?? '')) ?? refuse('not_found'),
  );

  route(
    app,
    platform,
    'signedUrls',
    async ({ db, tenantId, params, body, session, correlationId, ip }) => {
      const packId = params['packId'] ?? '';
      const names = await readFileNames(db, tenantId, packId);
      if (names.size === 0) return refuse('not_found');
      const wanted = new Set(body.files);
      if (wanted.size === 0 || [...wanted].some((name) => !names.has(name)))
        return refuse('bad_request', 'The list names a file that is not in the pack');
      const [key] = await downloadSecrets();
      const expiresAt = platform.clock.now().getTime() + LINK_LIFE_MS;
      const urls = [...wanted].map((name) => {
        const token = mintToken(key, { tenantId, sessionId: session.sessionId, packId, name }, expiresAt);
        return [name, `/api/evidence/${encodeURIComponent(packId)}/files/${encodeURIComponent(name)}?token=${token}`] as const;
      });
      await platform.audit.record(null, {
        tenantId,
        actor: { id: session.user.id, name: session.user.name },
        action: 'evidence.links_issued',
        target: packId,
        outcome: 'done',
        correlationId,
        ip,
        details: { files: wanted.size },
      });
      return { urls: Object.fromEntries(urls), expiresAt: new Date(expiresAt).toISOString() };
    },
    { bodyLimit: 4 * 1024 * 1024 },
  );

  // No snapshot: a download may take long on a slow connection, and the embedded database has one session.
  route(
    app,
    platform,
    'evidenceFile',
    async ({ db, tenantId, params, query, session, correlationId, ip, reply }) => {
      const { packId = '', name = '' } = params;
      const grant = { tenantId, sessionId: session.sessionId, packId, name };
      const secrets = await downloadSecrets();
      if (!secrets.some((secret) => tokenGrants(secret, query.token, grant, platform.clock.now().getTime()))) {
        await platform.audit.record(null, {
          tenantId,
          actor: { id: session.user.id, name: session.user.name },
          action: 'evidence.download',
          target: `${packId}/${name}`,
          outcome: 'refused',
          correlationId,
          ip,
        });
        return refuse('forbidden', 'This link is not valid, or no longer');
      }
      const file = await readFile(db, tenantId, packId, name);
      if (file === null) return refuse('not_found');
      await reply
        .headers({
          'content-type': knownTypes.has(file.contentType) ? file.contentType : 'application/octet-stream',
          'content-disposition': `attachment; filename="${name.replace(/[^A-Za-z0-9._-]/g, '_')}"; filename*=UTF-8''${encodeRfc5987(name)}`,
          'cache-control': 'private, no-store',
          'x-content-type-options': 'nosniff',
          // Opened directly, the file has none of a document's capabilities.
          'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
          vary: `Cookie, ${headers.tenant}`,
        })
        .send(Buffer.from(file.bytes.buffer, file.bytes.byteOffset, file.bytes.byteLength));
      return undefined;
    },
    { snapshot: false },
  );
}

/** Percent-encodes per RFC 5987, including the few characters that encodeURIComponent leaves but the header's grammar forbids. */
function encodeRfc5987(name: string): string {
  return encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
}
