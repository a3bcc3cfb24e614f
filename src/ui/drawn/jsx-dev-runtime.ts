import type { ElementType, Key, ReactElement } from 'react';
import { type JSXSource, jsxDEV as reactJsx } from 'react/jsx-dev-runtime';
import { shownProps } from './shownProps.ts';

export { Fragment } from 'react/jsx-dev-runtime';
export type { JSX } from 'react';

/** Development counterpart of `jsx` in jsx-runtime.ts, for unbuilt sources; React's warnings name the source location. */
export const jsxDEV = (
  type: ElementType,
  props: Readonly<Record<string, unknown>>,
  key: Key | undefined,
  isStatic: boolean,
  source?: JSXSource,
  self?: unknown,
): ReactElement => reactJsx(type, shownProps(type, props), key, isStatic, source, self);
