/** Warning that oidc-provider 9 prints while loading on Node 20, which is past its end of life; it supports 22 and newer. */
const outdatedRuntime = 'oidc-provider WARNING: Unsupported runtime.';

/**
 * Runs `load` and suppresses that one warning on the operator's terminal. It does not apply here, because `npm run test:long` runs the
 * platform's tests on every version in package.json `engines`. Other output passes.
 */
export async function withoutRuntimeWarning<T>(load: () => Promise<T>): Promise<T> {
  const { warn } = console;
  console.warn = (...said: readonly unknown[]) => {
    if (!String(said[0]).includes(outdatedRuntime)) warn.apply(console, [...said]);
  };
  try {
    return await load();
  } finally {
    console.warn = warn;
  }
}

/** The oidc-provider module, which implements the embedded provider. */
export const oidcLibrary = await withoutRuntimeWarning(() => import('oidc-provider'));
