import { defineConfig } from '@vite-pwa/assets-generator/config';

const evergreen = '#0E5540';

/** `npx pwa-assets-generator` makes the PNG icons anew from the mark; they are committed, so that a build needs no image library. The mark stays inside
 * the inner 45 %, so the same picture bled to the edge serves platforms that cut icons to a shape of their own. */
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
