import { relative } from 'node:path';
import type { Plugin } from 'vite';
import { root } from './root.mjs';

/** The cascade layers, lowest first. A rule of a higher layer wins whatever the specificity, so that sheets do not compete by selectors. */
export const layerOrder = ['reset', 'tokens', 'parts', 'screens', 'skins'] as const;

/** Layer of a sheet by its place, first match; `parts.kit` (packages and Chakra's recipes, theme/system.ts) is below the other parts. */
const places: readonly (readonly [place: RegExp, layer: string])[] = [
  [/^node_modules\//, 'parts.kit'],
  [/^src\/(ui\/theme\/morphic|app\/skin)\//, 'skins'],
  [/^src\/ui\/theme\/tokens\.css$/, 'tokens'],
  [/^src\/ui\/theme\/(base|fonts)\.css$/, 'reset'],
  [/^src\/ui\//, 'parts'],
  [/^src\/(app|screens)\//, 'screens'],
];

/** The layer of a sheet of the console, by its path relative to the root; null for those of other pages. */
export function layerOf(path: string): string | null {
  return places.find(([place]) => place.test(path))?.[1] ?? null;
}

/** Puts every sheet into the layer of its folder, under the one declaration of their order: whichever sheet loads first declares it. */
export function withCssLayers(): Plugin {
  return {
    name: 'ukweli:css-layers',
    enforce: 'pre',
    transform(code, id) {
      if (!id.endsWith('.css')) return null;
      const layer = layerOf(relative(root, id).replaceAll('\\', '/'));
      return layer === null ? null : { code: `@layer ${layerOrder.join(', ')};\n@layer ${layer} {\n${code}\n}\n`, map: null };
    },
  };
}
