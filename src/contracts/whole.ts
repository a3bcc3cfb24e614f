/** A shape with all optional members present, as our own platform always sends it (D-58). */
export type Whole<T> = { readonly [Name in keyof T]-?: Exclude<T[Name], undefined> };
