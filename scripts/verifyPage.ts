import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build as bundleStyle } from 'esbuild';
import { build, type Plugin } from 'vite';
import { noteShipped } from './noteShipped.ts';
import { root } from './root.mjs';

/** Where the page stands in the build, and what it is saved as. */
export const VERIFY_PAGE = 'verify.html';

const policyOf = (script: string, style: string): string =>
  [
    "default-src 'none'",
    `script-src '${hashOf(script)}'`,
    `style-src '${hashOf(style)}'`,
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');
const hashOf = (text: string): string => `sha256-${createHash('sha256').update(text).digest('base64')}`;

/** By the bundler that makes the console: it leaves out of the schemas' library what no schema of ours uses, four fifths of it, which esbuild takes whole. */
async function scriptText(): Promise<string> {
  const made = await build({
    root,
    configFile: false,
    publicDir: false,
    plugins: [noteShipped()],
    logLevel: 'warn',
    build: {
      write: false,
      target: 'es2022', // Safari 17 and what is newer (D-40)
      modulePreload: false,
      rolldownOptions: { input: join(root, 'src/verifyPage/main.ts'), output: { format: 'iife' } },
    },
  });
  const [chunk, ...more] = (Array.isArray(made) ? made : [made]).flatMap((each) => ('output' in each ? each.output : []));
  if (chunk?.type !== 'chunk' || more.length > 0) throw new Error('the page that checks a proof is one script');
  return chunk.code;
}

async function styleText(): Promise<string> {
  const entry = join(root, 'src/verifyPage/verify.css');
  const { outputFiles } = await bundleStyle({ entryPoints: [entry], bundle: true, minify: true, write: false });
  return outputFiles[0]?.text ?? '';
}

/**
 * The page that checks a proof, whole in one file (issue 15, point 10): its script and its style stand in it, its policy names both by their hashes and allows nothing else. So it runs
 * from a disk, and what stands in a proof can neither run nor call anybody.
 */
export async function verifyPage(): Promise<string> {
  const [page, script, style] = await Promise.all([readFile(join(root, 'src/verifyPage/page.html'), 'utf8'), scriptText(), styleText()]);
  // In a page the end of a script is where these letters stand, even in a text; a bundler escapes them.
  for (const text of [script, style])
    if (/<\/(?:script|style)|<!--/i.test(text)) throw new Error('the page would end in the middle of its script');
  return page
    .replace('<!--POLICY-->', () => `<meta http-equiv="Content-Security-Policy" content="${policyOf(script, style)}" />`)
    .replace('<!--STYLE-->', () => `<style>${style}</style>`)
    .replace('<!--SCRIPT-->', () => `<script>${script}</script>`);
}

/** Puts it at the top of what is built, and serves it while one develops. */
export function withVerifyPage(): Plugin {
  return {
    name: 'ukweli:verify-page',
    async generateBundle() {
      this.emitFile({ type: 'asset', fileName: VERIFY_PAGE, source: await verifyPage() });
    },
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        if (request.url?.split('?')[0] !== `/${VERIFY_PAGE}`) return next();
        verifyPage().then((text) => response.setHeader('Content-Type', 'text/html; charset=utf-8').end(text), next);
      });
    },
  };
}
