import { screenHref } from '../../../src/domain/screens/link.ts';

/** Frame of the provider's pages: server-rendered, one style sheet (`/idp/style.css`), no script of its own. */

/** A whole page. @param content HTML; text from users must already be escaped */
export function page(title: string, content: string, head = ''): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} · Ukweli</title>
<link rel="stylesheet" href="/idp/style.css">
${head}</head>
<body>
  <main>
    <p class="brand">${glyph.mark}Ukweli Console</p>
    <div class="form">${content}
    </div>
    <p class="foot"><span>Ukweli sign-in service</span><span class="links"><a href="${screenHref('terms')}">Terms</a><a href="${screenHref('privacy')}">Privacy</a></span></p>
  </main>
  <aside>
    ${chain()}
    <div class="words"><p class="claim">Every figure carries its age and its proof.</p>
    <p>Verified energy savings, results-based payments and Digital Green Notes, checked record by record before a shilling moves.</p></div>
  </aside>
</body>
</html>
`;
}

/** The verification chain as a pattern: links, some of them ticked. Decoration: hidden from assistive technology. */
function chain(): string {
  const ticked = new Set(['0:5', '1:8', '2:0', '3:3', '4:6', '6:1', '7:4']);
  const step = 76;
  const shapes: string[] = [];
  for (let row = 0; row < 8; row++) {
    const shift = row % 2 === 0 ? 20 : 58;
    const y = 20 + row * step;
    const fade = (1 - row / 9).toFixed(2);
    const count = row % 2 === 0 ? 10 : 9;
    const links = Array.from({ length: count }, (_, index) => {
      const x = shift + index * step;
      const on = ticked.has(`${row}:${index}`);
      const line = index === count - 1 ? '' : `<path d="M${x + 15} ${y}h${step - 30}" class="line"/>`;
      return `${line}<circle cx="${x}" cy="${y}" r="15" class="${on ? 'on' : 'off'}"/>${on ? `<path d="m${x - 5} ${y}l4 4 7-8" class="tick"/>` : ''}`;
    });
    shapes.push(`<g opacity="${fade}">${links.join('')}</g>`);
  }
  return `<svg class="chain" viewBox="0 0 724 600" preserveAspectRatio="xMidYMin slice" aria-hidden="true" focusable="false">${shapes.join('')}</svg>`;
}

/** Decorative icons beside text. */
export const glyph = {
  // the console's own mark (public/favicon.svg)
  mark: '<svg width="30" height="30" viewBox="0 0 24 24" aria-hidden="true" focusable="false"><rect width="24" height="24" rx="6" class="tile"/><path d="M6.6 6.2v5.3a5.4 5.4 0 0 0 10.8 0V7.4" class="stroke"/><path d="m9.3 10.9 2.3 2.3 5.7-6.1" class="stroke"/></svg>',
  enter:
    '<svg width="18" height="18" viewBox="0 0 24 24" aria-hidden="true" focusable="false" class="icon"><path d="M15 3h4a2 2 0 0 1 2 2v14a2 2 0 0 1-2 2h-4"/><path d="m10 17 5-5-5-5"/><path d="M15 12H3"/></svg>',
  finger:
    '<svg width="18" height="18" viewBox="0 0 24 24" aria-hidden="true" focusable="false" class="icon"><path d="M12 10a2 2 0 0 0-2 2c0 1.02-.1 2.51-.26 4M14 13.12c0 2.38 0 6.38-1 8.88M17.29 21.02c.12-.6.43-2.3.5-3.02M2 12a10 10 0 0 1 18-6M2 16h.01M21.8 16c.2-2 .131-5.354 0-6M5 19.5C5.5 18 6 15 6 12a6 6 0 0 1 .34-2M8.65 22c.21-.66.45-1.32.57-2M9 6.8a6 6 0 0 1 9 5.2v2"/></svg>',
  bad: '<svg width="18" height="18" viewBox="0 0 24 24" aria-hidden="true" focusable="false" class="icon"><path d="M8 2h8l6 6v8l-6 6H8l-6-6V8z"/><path d="m15 9-6 6"/><path d="m9 9 6 6"/></svg>',
};

/** Escapes text for HTML content and attributes. */
export function escape(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
