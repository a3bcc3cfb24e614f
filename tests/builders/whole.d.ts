/** A worker's code in one piece (vitest.config.ts). */
declare module '*?whole' {
  const code: string;
  export default code;
}
