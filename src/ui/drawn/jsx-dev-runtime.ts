import type { ElementType, Key, ReactElement } from 'react';
import { type JSXSource, jsxDEV as reactJsx } from 'react/jsx-dev-runtime';
import { shownProps } from './shownProps.ts';

export { Fragment } from 'react/jsx-dev-runtime';
export type { JSX } from 'react';

/** What `jsx` of jsx-runtime.ts is, where sources are served unbuilt and React says from where an element comes. */
export const jsxDEV = (
  type: ElementType,
  props: Readonly<Record<string, unknown>>,
  key: Key | undefined,
  isStatic: boolean,
  source?: JSXSource,
  self?: unknown,
): ReactElement => reactJsx(type, shownProps(type, props), key, isStatic, source, self);
