/** Id of this build, set by vite.config.ts: the commit's short name, or a time where there is no git. */
declare const __BUILD__: string;
