import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../../scripts/root.mjs';

const sheets = readdirSync(join(root, 'src/screens'), { recursive: true, encoding: 'utf8' })
  .map((path) => `src/screens/${path.replaceAll('\\', '/')}`)
  .filter((path) => path.endsWith('.css'));

/** The selectors of a style sheet; a comma inside parentheses does not split a selector. */
function selectorsOf(css: string): readonly string[] {
  const text = css.replaceAll(/\/\*[\s\S]*?\*\//g, '');
  const heads = [...text.matchAll(/([^{};]+)\{/g)].map(([, head = '']) => head.trim()).filter((head) => !head.startsWith('@'));
  return heads.flatMap((head) => head.split(/,(?![^(]*\))/)).map((selector) => selector.trim());
}

/**
 * Selectors that style a shared `uk-` part without naming a class of their own screen. A style sheet stays loaded once its screen was
 * opened, so such a rule changes every other screen, and only for users who opened that screen first.
 */
const straying = (css: string): readonly string[] =>
  selectorsOf(css).filter((selector) => selector.includes('.uk-') && !/\.(?!uk-)[a-z]/.test(selector));

describe('the parts look the same whichever screens were opened before', { tags: ['I-17'] }, () => {
  it('since no screen’s sheet speaks of a part of ui without a class of its own', () => {
    expect(sheets.length).toBeGreaterThan(15);
    for (const path of sheets) expect([path, straying(readFileSync(join(root, path), 'utf8'))]).toEqual([path, []]);
  });

  it('and one that does is found, in a list and in a media query too', () => {
    const planted = `/* .uk-a { } */ .own .uk-btn, .uk-panel-foot b { color: red } @media (max-width: 9px) { .uk-page-head:has(> .uk-page-lead, .uk-h1) { gap: 0 } .uk-td > .own { gap: 0 } }`;
    expect(straying(planted)).toEqual(['.uk-panel-foot b', '.uk-page-head:has(> .uk-page-lead, .uk-h1)']);
  });
});
