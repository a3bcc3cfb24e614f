/**
 * The page's single Trusted Types policy (content security policy: `trusted-types app-scripts`). It accepts script URLs of our own origin
 * only: what reaches `Worker`, `SharedWorker` or a service worker's registration was built with the console.
 */
interface ScriptPolicy {
  createScriptURL(url: string): unknown;
}
interface PolicyFactory {
  createPolicy(name: string, rules: { createScriptURL: (url: string) => string }): ScriptPolicy;
}

let policy: ScriptPolicy | null = null;

function ownOriginOnly(url: string): string {
  if (new URL(url, location.href).origin !== location.origin) throw new TypeError('Only scripts of this origin may be started.');
  return url;
}

/** The URL in the form that worker constructors need: a TrustedScriptURL where the browser has them, else the checked text. */
export function trustedScriptUrl(url: string): string {
  // Not in TypeScript's DOM library yet; Safari and older Firefox lack it.
  const factory = (globalThis as { readonly trustedTypes?: PolicyFactory }).trustedTypes;
  if (factory === undefined) return ownOriginOnly(url);
  policy ??= factory.createPolicy('app-scripts', { createScriptURL: ownOriginOnly });
  // The constructors' types say string; under `require-trusted-types-for` they take a TrustedScriptURL.
  return policy.createScriptURL(url) as string;
}
