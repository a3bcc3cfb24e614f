import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';
import { chromiumFlags, findChromium } from '../../scripts/chromium.mjs';

/** 'Chromium 156.0.7900.0 headless, flags --no-sandbox …', or a note that there is none. */
export function browserName(): string {
  const path = findChromium() ?? chromium.executablePath();
  const version = existsSync(path) ? versionOf(path) : 'no Chromium';
  return `${version} headless, ${chromiumFlags.join(' ')}`;
}

/** Standard error is ignored: Debian's start script complains there on machines with much memory. */
function versionOf(path: string): string {
  return execFileSync(path, ['--version', '--no-sandbox'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
}
