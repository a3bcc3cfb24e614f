import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { ManifestOptions } from 'vite-plugin-pwa';
import { PROOF_EXTENSION } from '../src/contracts/proofFile.ts';
import { screens } from '../src/domain/screens.ts';

/** The web app manifest (K-2): shortcuts come from the screen table, screenshots from the pictures in `public/screenshots`. */
export function webManifest(publicFolder: string): Partial<ManifestOptions> {
  return {
    id: '/',
    name: 'Ukweli Console',
    short_name: 'Ukweli',
    description: 'Operations console for verified climate finance: every figure carries its age and its proof.',
    lang: 'en',
    dir: 'ltr',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    orientation: 'any',
    background_color: '#f5f7f6',
    theme_color: '#0e5540',
    categories: ['business', 'finance', 'productivity'],
    launch_handler: { client_mode: ['navigate-existing', 'auto'] },
    file_handlers: proofFiles(),
    icons: [
      { src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png' },
      { src: '/icons/icon-512.png', sizes: '512x512', type: 'image/png' },
      { src: '/icons/maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
      { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' },
    ],
    shortcuts: shortcuts(),
    screenshots: screenshots(join(publicFolder, 'screenshots')),
  };
}

/**
 * Saved proofs open with the installed console (issue 15, point 10). Windows and macOS know a file by what stands behind its last dot alone, so the console offers itself for every `.json`
 * there; what is no proof is told so. The screen takes the file (src/screens/evidence/proof/launches.ts), signed in or once somebody is.
 */
function proofFiles(): NonNullable<ManifestOptions['file_handlers']> {
  return [{ action: screens.evidence.path, accept: { 'application/json': [PROOF_EXTENSION, '.json'] } }];
}

/** Chromium reads ten and complains of more. */
export const mostShortcuts = 10;

/** The first screens of the menus, the start page left out: the icon itself opens that. */
function shortcuts(): NonNullable<ManifestOptions['shortcuts']> {
  return Object.values(screens)
    .filter((screen) => screen.group !== null && screen.path !== '/')
    .slice(0, mostShortcuts)
    .map((screen) => ({
      name: screen.title,
      short_name: screen.short,
      url: screen.path,
      icons: [{ src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png' }],
    }));
}

/** Light pictures only, one form factor each: what an installer shows beside the name. File names are `<screen>-light-<width>.png`. */
function screenshots(folder: string): NonNullable<ManifestOptions['screenshots']> {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => /-light(-\d+)?\.png$/.test(name))
    .sort()
    .map((name) => {
      const { width, height } = sizeOfPng(readFileSync(join(folder, name)));
      const screen = Object.entries(screens).find(([id]) => name.startsWith(`${id}-`))?.[1];
      return {
        src: `/screenshots/${name}`,
        sizes: `${width}x${height}`,
        type: 'image/png',
        form_factor: width > height ? 'wide' : 'narrow',
        label: screen?.title ?? 'Ukweli Console',
      } as const;
    });
}

/** Width and height in pixels from a PNG's first chunk (IHDR always comes first, at byte 16). */
export function sizeOfPng(bytes: Uint8Array): { readonly width: number; readonly height: number } {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return { width: view.getUint32(16), height: view.getUint32(20) };
}
