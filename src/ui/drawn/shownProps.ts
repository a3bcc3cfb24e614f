import { shownText } from '../../domain/shownText.ts';

/** Attributes of an element that are shown as a tooltip or read aloud. Editable content (`value`) stays as written. */
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

/** Children with every text sanitised (domain/shownText.ts); the same object if nothing changed. */
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
 * Props of an element with sanitised texts.
 * @param type of the element: for native elements the attributes are texts too; a component passes its attributes on to such elements
 * @param props as given; never modified
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
  return (changed ?? props) as Props; // same names and types
}
