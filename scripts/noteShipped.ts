import { writeFileSync } from 'node:fs';
import type { Plugin, Rolldown } from 'vite';
import { packageFolderOf } from './shipped.mjs';

/** Where the build of the console leaves the folders of the packages that are in it, for scripts/build.mjs; without a name nothing is noted. */
const noteFile = process.env['UKWELI_SHIPPED'];
const folders = new Set<string>();

/** Notes the packages that modules are of which went into a bundle. */
export function noteModules(modules: Iterable<string>): void {
  for (const module of modules) {
    const folder = packageFolderOf(module);
    if (folder !== null) folders.add(folder);
  }
  if (noteFile !== undefined) writeFileSync(noteFile, JSON.stringify([...folders].sort()));
}

/** The modules of which something stands in a bundle: code that was not shaken out, style sheets, and files taken as they are, such as fonts. */
export function shippedModules(bundle: Rolldown.OutputBundle): string[] {
  return Object.values(bundle).flatMap((part) =>
    part.type === 'asset'
      ? part.originalFileNames
      : Object.entries(part.modules)
          .filter(([id, { renderedLength }]) => renderedLength > 0 || /\.css(\?|$)/.test(id))
          .map(([id]) => id),
  );
}

/** Notes what a bundle ships; stands in every build that the console is made of, its workers' and the service worker's too. */
export function noteShipped(): Plugin {
  return { name: 'ukweli:note-shipped', generateBundle: (_options, bundle) => noteModules(shippedModules(bundle)) };
}
