import type { ElementType, Key, ReactElement } from 'react';
import * as react from 'react/jsx-runtime';
import { shownProps } from './shownProps.ts';

/**
 * Every text reaches the page through here (G-13): JSX compiles to these functions (`jsxImportSource` of vite.config.ts, vitest.config.ts
 * and the tsconfigs), which sanitise untrusted texts before React gets them. No view can forget it, because there is nothing to call.
 */

export { Fragment } from 'react/jsx-runtime';
export type { JSX } from 'react';

type Props = Readonly<Record<string, unknown>>;

/** `jsx` of react/jsx-runtime, with sanitised texts. */
export const jsx = (type: ElementType, props: Props, key?: Key): ReactElement => react.jsx(type, shownProps(type, props), key);

/** The same for static children. */
export const jsxs = (type: ElementType, props: Props, key?: Key): ReactElement => react.jsxs(type, shownProps(type, props), key);
