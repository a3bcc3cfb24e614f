/** What the browser offers, measured by whoever calls. `null` where it could not be asked. */
export interface DeviceAbilities {
  readonly installed: boolean;
  readonly canInstall: boolean;
  readonly serviceWorker: boolean;
  readonly sharedWorker: boolean;
  readonly persisted: boolean | null;
  readonly usedBytes: number | null;
  readonly quotaBytes: number | null;
}

/** A line of 'This device': what works here, or plainly what this browser lacks (D-40). */
export interface DeviceFact {
  readonly id: 'install' | 'offline' | 'storage' | 'tabs';
  readonly title: string;
  readonly text: string;
  readonly state: 'works' | 'offered' | 'lacks';
}

/** The facts in the order in which they matter. Pure. */
export function deviceFacts(has: DeviceAbilities): readonly DeviceFact[] {
  return [installFact(has), offlineFact(has), storageFact(has), tabsFact(has)];
}

function installFact({ installed, canInstall }: DeviceAbilities): DeviceFact {
  const common = { id: 'install', title: 'Installed as an app' } as const;
  if (installed) return { ...common, state: 'works', text: 'The console runs in a window of its own.' };
  if (canInstall) return { ...common, state: 'offered', text: 'It can be installed: it then opens from the desktop or home screen.' };
  return {
    ...common,
    state: 'lacks',
    text: "This browser offers no installing to pages. On iPad and Mac, Safari's share menu has 'Add to Home Screen' or 'Add to Dock'; in Chrome and Edge the address bar offers it.",
  };
}

function offlineFact({ serviceWorker }: DeviceAbilities): DeviceFact {
  const common = { id: 'offline', title: 'Opens without a network' } as const;
  return serviceWorker
    ? { ...common, state: 'works', text: 'Pages and the rows you may see are held on this device.' }
    : {
        ...common,
        state: 'lacks',
        text: 'This browser runs no service workers here (a private window, or plain HTTP): without a network the console does not open.',
      };
}

function storageFact({ persisted, usedBytes, quotaBytes }: DeviceAbilities): DeviceFact {
  const common = { id: 'storage', title: 'Kept when space runs short' } as const;
  const use = usedBytes === null || quotaBytes === null ? '' : ` ${mb(usedBytes)} of ${mb(quotaBytes)} used.`;
  if (persisted === true) return { ...common, state: 'works', text: `The browser has promised not to drop the rows held here.${use}` };
  if (persisted === false)
    return {
      ...common,
      state: 'lacks',
      text: `The browser may drop the rows held here when space runs short.${use} Installing the console usually changes that.`,
    };
  return { ...common, state: 'lacks', text: 'This browser does not say whether it keeps the rows held here when space runs short.' };
}

function tabsFact({ sharedWorker }: DeviceAbilities): DeviceFact {
  const common = { id: 'tabs', title: 'One connection for all tabs' } as const;
  return sharedWorker
    ? { ...common, state: 'works', text: 'All tabs share one worker.' }
    : {
        ...common,
        state: 'works',
        text: 'This browser has no shared workers: one tab keeps the connection for all, and another takes over when it closes.',
      };
}

function mb(bytes: number): string {
  return `${Math.round(bytes / 1_048_576).toLocaleString('en')} MB`;
}
