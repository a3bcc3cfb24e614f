import { shownText } from '../../domain/shownText.ts';

/** What an element of the page says besides its content: seen at the pointer, or read aloud. What people edit (`value`) is theirs, and stays as they wrote it. */
const spoken = [
  'title',
  'alt',
  'placeholder',
  'label',
  'aria-label',
  'aria-description',
  'aria-roledescription',
  'aria-valuetext',
] as const;

/** Children with every text shown (domain/shownText.ts); the same object where nothing had to be done. */
function shownChildren(children: unknown): unknown {
  if (typeof children === 'string') return shownText(children);
  if (!Array.isArray(children)) return children;
  let changed: unknown[] | null = null;
  for (let at = 0; at < children.length; at += 1) {
    const shown = shownChildren(children[at]);
    if (shown === children[at]) continue;
    changed ??= [...children];
    changed[at] = shown;
  }
  return changed ?? children;
}

/**
 * Props of an element as they may be drawn.
 * @param type of the element: of one of the page's own the attributes are texts too; what a component's attributes mean, it alone knows, and hands on to such an element
 * @param props as they were given; never changed
 */
export function shownProps<Props extends Readonly<Record<string, unknown>>>(type: unknown, props: Props): Props {
  let changed: Record<string, unknown> | null = null;
  const children = shownChildren(props['children']);
  if (children !== props['children']) changed = { ...props, children };
  if (typeof type === 'string') {
    for (const name of spoken) {
      const text = props[name];
      if (typeof text !== 'string') continue;
      const shown = shownText(text);
      if (shown !== text) (changed ??= { ...props })[name] = shown;
    }
  }
  return (changed ?? props) as Props; // the same names, and texts for texts
}
