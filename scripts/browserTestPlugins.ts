import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import type { Plugin } from 'vite';
import { root } from './root.mjs';

// What makes tests in a browser quick: every test file is a page of its own, which reads all that it imports.

/**
 * `import code from './worker.ts?whole'` gives a worker's code as one bundle that can be started any number of times. From the
 * development server each start would fetch some hundred modules separately, a second of both cores.
 */
export function wholeWorkers(): Plugin {
  const mark = '?whole';
  return {
    name: 'ukweli:whole-workers',
    enforce: 'pre',
    resolveId: (id, importer) =>
      id.endsWith(mark) && importer !== undefined
        ? fileURLToPath(new URL(id.slice(0, -mark.length), pathToFileURL(importer))) + mark
        : null,
    async load(id) {
      if (!id.endsWith(mark)) return null;
      const path = id.slice(0, -mark.length);
      const { outputFiles } = await build({ entryPoints: [path], bundle: true, format: 'esm', write: false });
      return `export default ${JSON.stringify(outputFiles[0]?.text ?? '')};`;
    },
  };
}

/**
 * Files do not change during `vitest run`: the browser may keep what it has loaded. By default it asks anew for each of the hundreds of modules of
 * each test file.
 */
export function keptModules(): Plugin {
  return {
    name: 'ukweli:kept-modules',
    configureServer(server) {
      if (server.config.server.watch !== null) return; // `vitest` without `run`
      server.middlewares.use((_request, response, next) => {
        const set = response.setHeader.bind(response);
        response.setHeader = (name, value) => set(name, name === 'Cache-Control' && value === 'no-cache' ? 'max-age=3600' : value);
        next();
      });
    },
  };
}

/** Libraries of which the console uses a small part: 1.7 MB of icons and 2.2 MB of components would be read by every test file. */
const large = ['lucide-react', '@chakra-ui/react'];

/** Each name that a source imports as a value, with where it comes from. */
function imported(source: string): { readonly name: string; readonly library: string }[] {
  return [...source.matchAll(/import \{([^}]*)\} from '([^']+)'/g)].flatMap(([, list = '', library = '']) =>
    list
      .split(',')
      .map((part) => part.trim().split(' as ')[0] ?? '')
      .filter((name) => name !== '' && !name.startsWith('type '))
      .map((name) => ({ name, library })),
  );
}

/** Gives tests of these libraries what some source imports by name, and no more; as the build does. */
export function usedParts(): Plugin {
  const mark = '\0used:';
  const names = new Map(large.map((library) => [library, new Set<string>()]));
  return {
    name: 'ukweli:used-parts',
    enforce: 'pre',
    buildStart() {
      for (const file of readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' }).filter((name) => /\.tsx?$/.test(name)))
        for (const { name, library } of imported(readFileSync(join(root, 'src', file), 'utf8'))) names.get(library)?.add(name);
    },
    resolveId: (id) => (names.has(id) ? mark + id : null),
    async load(id) {
      if (!id.startsWith(mark)) return null;
      const library = id.slice(mark.length);
      const { outputFiles } = await build({
        stdin: { contents: `export { ${[...(names.get(library) ?? [])].join(', ')} } from '${library}';`, resolveDir: root },
        bundle: true,
        format: 'esm',
        write: false,
        external: ['react', 'react-dom', 'react/jsx-runtime'],
        define: { 'process.env.NODE_ENV': '"development"' },
      });
      return outputFiles[0]?.text ?? '';
    },
  };
}
