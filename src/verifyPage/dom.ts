import { shownText } from '../domain/shownText.ts';

/** Makes elements. Every text goes in as a text and never as markup, shown as the console shows texts of others: all of it is whoever's who made the file. */

type Child = Node | string | null;

/** An element with attributes and what is in it; null is left out. */
export function el<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Readonly<Record<string, string>> = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name);
  for (const [attribute, value] of Object.entries(attributes)) element.setAttribute(attribute, value);
  for (const child of children) {
    if (child === null) continue;
    element.append(typeof child === 'string' ? document.createTextNode(shownText(child)) : child);
  }
  return element;
}

/** Shapes of the look: told apart without colour. A claim's *yes* alone has the tick. */
const shapes = {
  ok: 'M7 .5a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zM6.1 10.4 2.9 7.2 4.1 6l2 2 3.8-4.1 1.2 1.1z',
  bad: 'M4.3.5h5.4l3.8 3.8v5.4l-3.8 3.8H4.3L.5 9.7V4.3zM4.3 5.4 5.9 7 4.3 8.6l1.1 1.1L7 8.1l1.6 1.6 1.1-1.1L8.1 7l1.6-1.6-1.1-1.1L7 5.9 5.4 4.3z',
  unknown: 'M7 .5a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zm0 1.6a4.9 4.9 0 1 1 0 9.8 4.9 4.9 0 0 1 0-9.8zM6.2 4v3.6l2.6 1.6.8-1.2-1.9-1.2V4z',
} as const;
export type Shape = keyof typeof shapes;

/** A glyph in the colour of its surroundings. Decoration: the word beside it carries the meaning. */
export function glyph(shape: Shape): SVGElement {
  const of = 'http://www.w3.org/2000/svg';
  const svg = document.createElementNS(of, 'svg');
  for (const [name, value] of Object.entries({
    viewBox: '0 0 14 14',
    width: '14',
    height: '14',
    'aria-hidden': 'true',
    focusable: 'false',
  }))
    svg.setAttribute(name, value);
  const path = document.createElementNS(of, 'path');
  path.setAttribute('d', shapes[shape]);
  path.setAttribute('fill', 'currentColor');
  path.setAttribute('fill-rule', 'evenodd');
  svg.append(path);
  return svg;
}
