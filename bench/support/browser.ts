import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';
import { chromiumFlags, findChromium } from '../../scripts/chromium.mjs';

/** 'Chromium 156.0.7900.0 headless, flags --no-sandbox …'; says so where there is none. */
export function browserName(): string {
  const path = findChromium() ?? chromium.executablePath();
  const version = existsSync(path) ? versionOf(path) : 'no Chromium';
  return `${version} headless, ${chromiumFlags.join(' ')}`;
}

/** Debian's start script complains on its error stream about a machine of more memory than it can compare. */
function versionOf(path: string): string {
  return execFileSync(path, ['--version', '--no-sandbox'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
}
