/** What oidc-provider 9 writes while it loads on Node 20, which is past its end of life: it is made for 22 and newer. */
const outdatedRuntime = 'oidc-provider WARNING: Unsupported runtime.';

/**
 * Runs `load` without that one line on the operator's terminal. `npm run test:long` runs the platform's tests on every version that `engines` in package.json names, so that
 * here it says nothing that holds. Whatever else is written meanwhile is written.
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

/** The library that the embedded provider is. */
export const oidcLibrary = await withoutRuntimeWarning(() => import('oidc-provider'));
