import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build as bundleStyle } from 'esbuild';
import { build, type Plugin } from 'vite';
import { noteShipped } from './noteShipped.ts';
import { root } from './root.mjs';

/** The page's path in the build, and its name when saved. */
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

/** Uses the console's bundler, which tree-shakes four fifths of the schema library; esbuild would include all of it. */
async function scriptText(): Promise<string> {
  const made = await build({
    root,
    configFile: false,
    publicDir: false,
    plugins: [noteShipped()],
    logLevel: 'warn',
    build: {
      write: false,
      target: 'es2022', // Safari 17 and newer (D-40)
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
 * The page that checks a proof, as one file (issue 15, point 10): script and style are inline, and its CSP allows only their two hashes.
 * So it runs from a disk, and nothing in a proof can run or contact anyone.
 */
export async function verifyPage(): Promise<string> {
  const [page, script, style] = await Promise.all([readFile(join(root, 'src/verifyPage/page.html'), 'utf8'), scriptText(), styleText()]);
  // In HTML these letters end a script even inside a string; bundlers escape them.
  for (const text of [script, style])
    if (/<\/(?:script|style)|<!--/i.test(text)) throw new Error('the page would end in the middle of its script');
  return page
    .replace('<!--POLICY-->', () => `<meta http-equiv="Content-Security-Policy" content="${policyOf(script, style)}" />`)
    .replace('<!--STYLE-->', () => `<style>${style}</style>`)
    .replace('<!--SCRIPT-->', () => `<script>${script}</script>`);
}

/** Vite plugin: emits the page at the root of the build, and serves it in development. */
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
