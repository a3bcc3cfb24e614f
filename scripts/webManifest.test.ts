import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { screenAt } from '../src/domain/places.ts';
import { root } from './root.mjs';
import { maxShortcuts, sizeOfPng, webManifest } from './webManifest.ts';

const publicFolder = join(root, 'public');

describe('the web app manifest', { tags: ['K-2'] }, () => {
  it('has shortcuts into every main screen, each of the screen table', { tags: ['K-2'] }, () => {
    const paths = (webManifest(publicFolder).shortcuts ?? []).map(({ url }) => url);
    expect(paths).toEqual(
      expect.arrayContaining([
        '/operations/verifications',
        '/operations/evidence',
        '/operations/pipeline',
        '/operations/dlq',
        '/system/health',
      ]),
    );
    for (const path of paths) expect(screenAt(path), path).not.toBeNull();
    expect(paths.length).toBeLessThanOrEqual(maxShortcuts);
  });

  it('opens saved proofs on the screen that takes them', { tags: ['P-10', 'K-2'] }, () => {
    const handlers = webManifest(publicFolder).file_handlers ?? [];
    expect(handlers.map(({ accept }) => accept)).toEqual([{ 'application/json': ['.ukweli.json', '.json'] }]);
    for (const { action } of handlers) expect(screenAt(action)).toBe('evidence');
  });

  it('has icons of 192 and 512 and a maskable one, each file as large as it says', { tags: ['K-2'] }, () => {
    const icons = webManifest(publicFolder).icons ?? [];
    for (const { src, sizes, type } of icons) {
      const bytes = readFileSync(join(publicFolder, src));
      if (type !== 'image/png') continue;
      const { width, height } = sizeOfPng(bytes);
      expect(`${width}x${height}`, src).toBe(sizes);
    }
    const has = (sizes: string, purpose: string) => icons.some((icon) => icon.sizes === sizes && (icon.purpose ?? 'any') === purpose);
    expect([has('192x192', 'any'), has('512x512', 'any'), has('512x512', 'maskable')]).toEqual([true, true, true]);
    expect(existsSync(join(publicFolder, 'icons/apple-touch-icon.png'))).toBe(true);
  });

  it('shows light pictures only, with size and form factor read from the files', { tags: ['K-2'] }, () => {
    const folder = mkdtempSync(join(tmpdir(), 'ukweli-pictures-'));
    expect(webManifest(folder).screenshots).toEqual([]);
    const png = (width: number, height: number) => {
      const bytes = Buffer.alloc(32);
      bytes.writeUInt32BE(width, 16);
      bytes.writeUInt32BE(height, 20);
      return bytes;
    };
    mkdirSync(join(folder, 'screenshots'));
    const pictures = {
      'health-light-1440.png': png(1440, 900),
      'health-dark-1440.png': png(1440, 900),
      'pipeline-light-390.png': png(390, 844),
    };
    for (const [name, bytes] of Object.entries(pictures)) writeFileSync(join(folder, 'screenshots', name), bytes);
    expect(webManifest(folder).screenshots).toMatchObject([
      { src: '/screenshots/health-light-1440.png', sizes: '1440x900', form_factor: 'wide', label: 'Health Monitor' },
      { src: '/screenshots/pipeline-light-390.png', sizes: '390x844', form_factor: 'narrow', label: 'Pipeline Monitor' },
    ]);
    rmSync(folder, { recursive: true });
  });
});
