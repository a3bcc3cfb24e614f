import { defineConfig } from '@vite-pwa/assets-generator/config';

const evergreen = '#0E5540';

/**
 * `npx pwa-assets-generator` regenerates the PNG icons from the mark; they are committed, so that a build needs no image library. The
 * mark stays inside the inner 45 %, so that the same full-bleed picture also serves platforms that crop icons to their own shape.
 */
export default defineConfig({
  headLinkOptions: { preset: '2023' },
  preset: {
    transparent: { sizes: [192, 512], favicons: [[48, 'favicon.ico']], padding: 0 },
    maskable: { sizes: [512], padding: 0, resizeOptions: { background: evergreen } },
    apple: { sizes: [180], padding: 0, resizeOptions: { background: evergreen } },
    png: { compressionLevel: 9, quality: 90 },
    assetName: (type, size) =>
      type === 'apple'
        ? 'icons/apple-touch-icon.png'
        : type === 'maskable'
          ? `icons/maskable-${size.width}.png`
          : `icons/icon-${size.width}.png`,
  },
  images: ['public/favicon.svg'],
});
