import { writeFileSync } from 'node:fs';
import type { Plugin, Rolldown } from 'vite';
import { packageFolderOf } from './shipped.mjs';

/** File to which the console's build writes the folders of its packages, for scripts/build.mjs; if unset, nothing is written. */
const noteFile = process.env['UKWELI_SHIPPED'];
const folders = new Set<string>();

/** Records the packages of modules that went into a bundle. */
export function noteModules(modules: Iterable<string>): void {
  for (const module of modules) {
    const folder = packageFolderOf(module);
    if (folder !== null) folders.add(folder);
  }
  if (noteFile !== undefined) writeFileSync(noteFile, JSON.stringify([...folders].sort()));
}

/** The modules present in a bundle: code that was not tree-shaken, style sheets, and copied files such as fonts. */
export function shippedModules(bundle: Rolldown.OutputBundle): string[] {
  return Object.values(bundle).flatMap((part) =>
    part.type === 'asset'
      ? part.originalFileNames
      : Object.entries(part.modules)
          .filter(([id, { renderedLength }]) => renderedLength > 0 || /\.css(\?|$)/.test(id))
          .map(([id]) => id),
  );
}

/** Vite plugin that records what a bundle ships; part of every build of the console, including its workers and service worker. */
export function noteShipped(): Plugin {
  return { name: 'ukweli:note-shipped', generateBundle: (_options, bundle) => noteModules(shippedModules(bundle)) };
}
