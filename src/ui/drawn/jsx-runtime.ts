import type { ElementType, Key, ReactElement } from 'react';
import * as react from 'react/jsx-runtime';
import { shownProps } from './shownProps.ts';

/**
 * The one way of every text to the page (G-13). What JSX is compiled to comes through here before React has it (`jsxImportSource` of vite.config.ts, vitest.config.ts and the tsconfigs), so that no
 * view can forget that a name, a note or a file may be anybody’s: there is nothing to call, and nothing to leave out.
 */

export { Fragment } from 'react/jsx-runtime';
export type { JSX } from 'react';

type Props = Readonly<Record<string, unknown>>;

/** An element (react/jsx-runtime) whose texts are shown. */
export const jsx = (type: ElementType, props: Props, key?: Key): ReactElement => react.jsx(type, shownProps(type, props), key);

/** The same of children that stand in the source one by one. */
export const jsxs = (type: ElementType, props: Props, key?: Key): ReactElement => react.jsxs(type, shownProps(type, props), key);
