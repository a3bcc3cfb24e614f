import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { screenAt } from '../../src/domain/screens.ts';
import type { Platform } from '../context.ts';
import { refuse } from './problem.ts';
import { sendProblem } from './route.ts';
import { contentSecurityPolicy } from './securityHeaders.ts';

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
};
const worthCompressing = new Set(['.html', '.js', '.css', '.json', '.webmanifest', '.svg', '.txt', '.map']);
type Encoding = 'br' | 'gzip' | 'identity';

interface StaticFile {
  readonly path: string;
  readonly type: string;
  readonly etag: string;
  readonly plain: Buffer;
  readonly compressed: Map<Encoding, Promise<Buffer>>;
}

/**
 * The built console. The files are listed once, at start, and kept in memory: a path that is not in the list does not exist,
 * so there is no way out of the folder, and an answer costs no disk. Each is compressed when first asked for.
 */
export function registerStaticFiles(app: FastifyInstance, platform: Platform): void {
  const { config } = platform;
  const connectOrigins = config.oidc === null ? [] : [new URL(config.oidc.issuer).origin];
  const files = listFiles(config.webRoot, contentSecurityPolicy(connectOrigins));
  const index = files.get('/index.html');

  app.route({
    method: ['GET', 'HEAD'],
    url: '/*',
    handler: async (request, reply) => {
      const path = pathOf(request);
      if (path === null) return sendProblem(reply, request, refuse('bad_request'));
      const moved = canonicalAddress(config.origin, request);
      if (moved !== null) return reply.code(307).header('location', moved).send();
      const file = files.get(path);
      if (file !== undefined) return sendFile(request, reply, file);
      // Only the console's own screens fall back to its shell; a missing asset or call must not come back as HTML with 200.
      const wantsPage = (request.headers.accept ?? '').includes('text/html') && !path.startsWith('/api/') && extname(path) === '';
      if (index === undefined || (screenAt(path) === null && !wantsPage)) return sendProblem(reply, request, refuse('not_found'));
      if (screenAt(path) === null) reply.code(404);
      return sendFile(request, reply, index);
    },
  });
}

/** A precached shell keeps the policy it came with, so the policy is part of the shell's revision: vite.config.ts leaves this word in the service worker's list (FINDINGS). */
function withShellPolicy(script: Buffer, policy: string): Buffer {
  return Buffer.from(
    script.toString('utf8').replaceAll('SHELL_POLICY', createHash('sha256').update(policy).digest('base64url').slice(0, 12)),
  );
}

function listFiles(root: string, shellPolicy: string): ReadonlyMap<string, StaticFile> {
  const files = new Map<string, StaticFile>();
  let names: string[];
  try {
    names = readdirSync(root, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => relative(root, join(entry.parentPath, entry.name)));
  } catch {
    return files; // the platform runs without a built console too (tests, `npm run dev`)
  }
  for (const name of names) {
    const path = `/${name.split(sep).join('/')}`;
    const read = readFileSync(join(root, name));
    const plain = path === '/sw.js' ? withShellPolicy(read, shellPolicy) : read;
    files.set(path, {
      path,
      type: types[extname(name)] ?? 'application/octet-stream',
      plain,
      compressed: new Map(),
      etag: `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`,
    });
  }
  return files;
}

function pathOf(request: FastifyRequest): string | null {
  try {
    return decodeURIComponent(request.url.split('?', 1)[0] ?? '/');
  } catch {
    return null;
  }
}

/** On a loopback address by another name, pages lead to the one that cookies, issuer and Origin checks go by. */
function canonicalAddress(origin: string, request: FastifyRequest): string | null {
  const host = request.headers.host ?? '';
  const wanted = new URL(origin);
  const otherName = /^(127\.0\.0\.1|\[::1\])(:\d+)?$/.test(host) && wanted.hostname === 'localhost' && host !== wanted.host;
  return otherName && (request.headers.accept ?? '').includes('text/html') ? `${origin}${request.url}` : null;
}

async function sendFile(request: FastifyRequest, reply: FastifyReply, file: StaticFile): Promise<FastifyReply> {
  // Names under /assets carry a hash of their content; everything else must be asked for again each time.
  reply.header('cache-control', file.path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache');
  reply.header('content-type', file.type).header('etag', file.etag).header('vary', 'Accept-Encoding');
  if (file.path === '/sw.js') reply.header('service-worker-allowed', '/');
  if (request.headers['if-none-match'] === file.etag) return reply.code(304).removeHeader('content-type').send();
  const encoding = worthCompressing.has(extname(file.path)) && file.plain.length > 1024 ? accepted(request) : 'identity';
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  return reply.send(await encoded(file, encoding));
}

function accepted(request: FastifyRequest): Encoding {
  const offered = String(request.headers['accept-encoding'] ?? '');
  return /\bbr\b/.test(offered) ? 'br' : /\bgzip\b/.test(offered) ? 'gzip' : 'identity';
}

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

function encoded(file: StaticFile, encoding: Encoding): Promise<Buffer> {
  const held = file.compressed.get(encoding);
  if (held !== undefined) return held;
  const made =
    encoding === 'br'
      ? brotli(file.plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } })
      : encoding === 'gzip'
        ? zip(file.plain)
        : Promise.resolve(file.plain);
  file.compressed.set(encoding, made);
  return made;
}
