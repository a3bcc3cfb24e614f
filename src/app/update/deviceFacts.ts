/** What the browser offers, measured by the caller. `null` if it could not be determined. */
export interface DeviceAbilities {
  readonly installed: boolean;
  readonly canInstall: boolean;
  readonly serviceWorker: boolean;
  readonly sharedWorker: boolean;
  readonly persisted: boolean | null;
  readonly usedBytes: number | null;
  readonly quotaBytes: number | null;
}

/** A line of 'This device': what works here, or what this browser lacks (D-40). */
export interface DeviceFact {
  readonly id: 'install' | 'offline' | 'storage' | 'tabs';
  readonly title: string;
  readonly text: string;
  readonly state: 'works' | 'offered' | 'lacks';
}

/** The facts in order of importance. Pure. */
export function deviceFacts(has: DeviceAbilities): readonly DeviceFact[] {
  return [installFact(has), offlineFact(has), storageFact(has), tabsFact(has)];
}

function installFact({ installed, canInstall }: DeviceAbilities): DeviceFact {
  const common = { id: 'install', title: 'Installation' } as const;
  if (installed) return { ...common, state: 'works', text: 'Installed: the console runs in its own window.' };
  if (canInstall) return { ...common, state: 'offered', text: 'Can be installed, to open from the desktop or home screen.' };
  return {
    ...common,
    state: 'lacks',
    text: "This page cannot start the installation. On iPad and Mac, Safari's share menu has 'Add to Home Screen' or 'Add to Dock'; in Chrome and Edge the address bar offers it.",
  };
}

function offlineFact({ serviceWorker }: DeviceAbilities): DeviceFact {
  const common = { id: 'offline', title: 'Offline use' } as const;
  return serviceWorker
    ? { ...common, state: 'works', text: 'Works offline: pages and the data you may see are stored on this device.' }
    : {
        ...common,
        state: 'lacks',
        text: 'Does not open offline: this browser runs no service workers here (a private window, or plain HTTP).',
      };
}

function storageFact({ persisted, usedBytes, quotaBytes }: DeviceAbilities): DeviceFact {
  const common = { id: 'storage', title: 'Storage' } as const;
  const use = usedBytes === null || quotaBytes === null ? '' : ` ${mb(usedBytes)} of ${mb(quotaBytes)} used.`;
  if (persisted === true) return { ...common, state: 'works', text: `The browser keeps the stored data when space runs short.${use}` };
  if (persisted === false)
    return {
      ...common,
      state: 'lacks',
      text: `The browser may delete the stored data when space runs short.${use} Installing the console usually changes that.`,
    };
  return { ...common, state: 'lacks', text: 'This browser does not say whether it keeps the stored data when space runs short.' };
}

function tabsFact({ sharedWorker }: DeviceAbilities): DeviceFact {
  const common = { id: 'tabs', title: 'Connection' } as const;
  return sharedWorker
    ? { ...common, state: 'works', text: 'All tabs share one connection.' }
    : {
        ...common,
        state: 'works',
        text: 'One tab keeps the connection for all tabs; another takes over when it closes.',
      };
}

function mb(bytes: number): string {
  return `${Math.round(bytes / 1_048_576).toLocaleString('en')} MB`;
}
