import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { ManifestOptions } from 'vite-plugin-pwa';
import { PROOF_EXTENSION } from '../src/contracts/proofFile.ts';
import { screenHref } from '../src/domain/screens/link.ts';
import { menuOf, screenIds, screens } from '../src/domain/screens/screens.ts';

/** The web app manifest (K-2): shortcuts are derived from the screen table, screenshots from the images in `public/screenshots`. */
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
 * Opens saved proofs with the installed console (issue 15, point 10). Windows and macOS use only the extension after the last dot, so the
 * console registers for every `.json` there and reports files that are not proofs. The screen takes the file
 * (src/screens/evidence/proof/launches.ts), if needed after sign-in.
 */
function proofFiles(): NonNullable<ManifestOptions['file_handlers']> {
  return [{ action: screens.evidence.path, accept: { 'application/json': [PROOF_EXTENSION, '.json'] } }];
}

/** Chromium reads ten and warns about more. */
export const maxShortcuts = 10;

/** The screens that the table gives a place here. The start page has none, since the icon itself opens it. */
function shortcuts(): NonNullable<ManifestOptions['shortcuts']> {
  return screenIds
    .flatMap((id) => ({ id, menu: menuOf(id) }))
    .flatMap(({ id, menu }) => (menu?.installed === undefined ? [] : { id, menu, place: menu.installed }))
    .sort((a, b) => a.place - b.place)
    .map(({ id, menu }) => ({
      name: screens[id].title,
      short_name: menu.short,
      url: screenHref(id),
      icons: [{ src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png' }],
    }));
}

/** Light images only, one form factor each, for the installation dialog. File names are `<screen>-light-<width>.png`. */
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

/** Width and height in pixels from a PNG's first chunk (IHDR is always first, at byte 16). */
export function sizeOfPng(bytes: Uint8Array): { readonly width: number; readonly height: number } {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return { width: view.getUint32(16), height: view.getUint32(20) };
}
