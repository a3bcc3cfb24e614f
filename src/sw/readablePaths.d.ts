/** Path templates of the calls that the endpoint table marks `cache: 'sw'`, taken from it at build time (vite.config.ts): the table itself would bring
 * every schema, and zod, into a worker that starts before each cold navigation. */
declare module 'virtual:readable-paths' {
  export const readablePaths: readonly string[];
}
