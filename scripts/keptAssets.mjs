import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** How many earlier builds' assets are kept. A page older than that finds its code gone and offers to reload. */
export const keptBuilds = 3;

/**
 * Puts a finished build in the place of the one before it and keeps that one's hashed assets: pages that are open while a new version is deployed
 * still ask for the old one's chunks (F-19). They go to `kept/<build>/assets`; nothing else of an old build is wanted by anybody.
 * @param {{ next: string, web: string, kept: string }} folders the finished build, the served one, and where earlier assets lie
 * @param {string} before name of the build that is served now; names order by age
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
 * Drops what is kept beyond the limit, oldest first, and every file that the served build holds too: a name carries a hash of the content.
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
