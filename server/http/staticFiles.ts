import { extname } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { screenAt } from '../../src/domain/places.ts';
import type { Platform } from '../context.ts';
import { type BuiltFile, readBuiltFiles, withShellPolicy } from './builtFiles.ts';
import { chooseEncoding, matchesTag } from './contentEncoding.ts';
import { refuse } from './problem.ts';
import { sendProblem } from './route.ts';

const serviceWorker = '/sw.js';

/** Serves the built console: its files, the kept assets of earlier builds, and the shell at every screen's address. */
export function registerStaticFiles(app: FastifyInstance, platform: Platform): void {
  const { config, policy } = platform;
  const files = readBuiltFiles(config.webRoot, config.keptAssetsRoot);
  const index = files.get('/index.html');
  const script = files.get(serviceWorker);
  const scriptNow = script === undefined ? null : remembered(script);

  app.route({
    method: ['GET', 'HEAD'],
    url: '/*',
    handler: async (request, reply) => {
      const path = pathOf(request);
      if (path === null) return sendProblem(reply, request, refuse('bad_request'));
      const moved = canonicalAddress(config.origin, request);
      if (moved !== null) return reply.code(307).header('location', moved).send();
      if (path === serviceWorker && scriptNow !== null) {
        return sendFile(request, reply.header('service-worker-allowed', '/'), scriptNow(policy.text()));
      }
      const file = files.get(path);
      if (file !== undefined) return sendFile(request, reply, file);
      // Only screens get the shell with 200. Unknown pages get it with 404; a missing asset or call gets a problem answer, never HTML.
      const wantsPage = (request.headers.accept ?? '').includes('text/html') && !path.startsWith('/api/') && extname(path) === '';
      if (index === undefined || (screenAt(path) === null && !wantsPage)) return sendProblem(reply, request, refuse('not_found'));
      if (screenAt(path) === null) reply.code(404);
      return sendFile(request, reply, index);
    },
  });
}

/** The service worker's script for the current policy, regenerated only when the policy changes. */
function remembered(script: BuiltFile): (policy: string) => BuiltFile {
  let held: { readonly policy: string; readonly file: BuiltFile } | null = null;
  return (policy) => {
    if (held?.policy !== policy) held = { policy, file: withShellPolicy(script, policy) };
    return held.file;
  };
}

function pathOf(request: FastifyRequest): string | null {
  try {
    return decodeURIComponent(request.url.split('?', 1)[0] ?? '/');
  } catch {
    return null;
  }
}

/**
 * If a page is requested at a loopback IP address while the origin is localhost: the address to redirect to, which cookies, issuer and
 * Origin checks use. Otherwise null.
 */
function canonicalAddress(origin: string, request: FastifyRequest): string | null {
  const host = request.headers.host ?? '';
  const wanted = new URL(origin);
  const otherName = /^(127\.0\.0\.1|\[::1\])(:\d+)?$/.test(host) && wanted.hostname === 'localhost' && host !== wanted.host;
  return otherName && (request.headers.accept ?? '').includes('text/html') ? `${origin}${request.url}` : null;
}

function sendFile(request: FastifyRequest, reply: FastifyReply, file: BuiltFile): FastifyReply {
  const encoding = chooseEncoding(String(request.headers['accept-encoding'] ?? ''), (each) => file.variants.has(each));
  const variant = file.variants.get(encoding);
  if (variant === undefined) throw new Error('Every file has its plain form');
  // A hashed name always has the same content; everything else must be revalidated each time.
  reply.header('cache-control', file.hashed ? 'public, max-age=31536000, immutable' : 'no-cache');
  if (file.ownPolicy !== null) reply.header('content-security-policy', file.ownPolicy);
  reply.header('etag', variant.etag).header('vary', 'Accept-Encoding');
  if (matchesTag(request.headers['if-none-match'], variant.etag)) return reply.code(304).send();
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  return reply.header('content-type', file.type).send(variant.body);
}
