import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** Number of earlier builds whose assets are kept. Older pages find their chunks missing and offer to reload. */
export const keptBuilds = 3;

/**
 * Replaces the served build and keeps its hashed assets in `kept/<build>/assets`: pages open during a deployment still request the old
 * chunks (F-19). Nothing else of an old build is needed.
 * @param {{ next: string, web: string, kept: string }} folders the finished build, the served one, and the folder for earlier assets
 * @param {string} before name of the served build; names sort by age
 */
export function replaceBuild({ next, web, kept }, before) {
  const assets = join(web, 'assets');
  if (existsSync(assets)) {
    const place = join(kept, before);
    rmSync(place, { recursive: true, force: true });
    mkdirSync(place, { recursive: true });
    renameSync(assets, join(place, 'assets'));
  }
  rmSync(web, { recursive: true, force: true });
  renameSync(next, web);
  dropSpare(web, kept);
}

/**
 * Deletes kept builds beyond the limit, oldest first, and every file that the served build also contains (equal names have equal content,
 * since they include its hash).
 * @param {string} web
 * @param {string} kept
 */
function dropSpare(web, kept) {
  if (!existsSync(kept)) return;
  const builds = readdirSync(kept).sort().reverse();
  for (const build of builds.slice(keptBuilds)) rmSync(join(kept, build), { recursive: true, force: true });
  for (const build of builds.slice(0, keptBuilds)) {
    const folder = join(kept, build, 'assets');
    if (!existsSync(folder)) continue;
    for (const name of readdirSync(folder)) if (existsSync(join(web, 'assets', name))) rmSync(join(folder, name));
  }
}
