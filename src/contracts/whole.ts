/** A shape with all of its optional members there: what our own platform sends, where it always has them (D-58). */
export type Whole<T> = { readonly [Name in keyof T]-?: Exclude<T[Name], undefined> };
