import { shownText } from '../domain/shownText.ts';

/**
 * Creates elements. Every text is inserted as text, never as markup, and shown like the console shows untrusted text: the file's author
 * controls all of it.
 */

type Child = Node | string | null;

/** An element with attributes and children; null children are left out. */
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

/** Shapes that can be told apart without colour. Only a claim's *yes* has the tick. */
const shapes = {
  ok: 'M7 .5a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zM6.1 10.4 2.9 7.2 4.1 6l2 2 3.8-4.1 1.2 1.1z',
  bad: 'M4.3.5h5.4l3.8 3.8v5.4l-3.8 3.8H4.3L.5 9.7V4.3zM4.3 5.4 5.9 7 4.3 8.6l1.1 1.1L7 8.1l1.6 1.6 1.1-1.1L8.1 7l1.6-1.6-1.1-1.1L7 5.9 5.4 4.3z',
  unknown: 'M7 .5a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zm0 1.6a4.9 4.9 0 1 1 0 9.8 4.9 4.9 0 0 1 0-9.8zM6.2 4v3.6l2.6 1.6.8-1.2-1.9-1.2V4z',
} as const;
export type Shape = keyof typeof shapes;

/** A glyph in the colour of its surroundings. Decorative: the text beside it carries the meaning. */
export function glyph(shape: Shape): SVGElement {
  const svgNamespace = 'http://www.w3.org/2000/svg';
  const svg = document.createElementNS(svgNamespace, 'svg');
  for (const [name, value] of Object.entries({
    viewBox: '0 0 14 14',
    width: '14',
    height: '14',
    'aria-hidden': 'true',
    focusable: 'false',
  }))
    svg.setAttribute(name, value);
  const path = document.createElementNS(svgNamespace, 'path');
  path.setAttribute('d', shapes[shape]);
  path.setAttribute('fill', 'currentColor');
  path.setAttribute('fill-rule', 'evenodd');
  svg.append(path);
  return svg;
}
