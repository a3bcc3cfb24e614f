import { Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { startBridge } from '../bridge/hub/startBridge.ts';
import { placeAt } from '../domain/places.ts';
import { startBackCloses } from '../ui/overlay/backCloses.ts';
import { startTheme } from '../ui/theme/mode.ts';
import { App } from './App.tsx';
import { lazyScreen } from './routing/lazyScreen.tsx';
import { ScreenBoundary } from './routing/ScreenBoundary.tsx';
import { startInstallOffer } from './update/install.ts';
import { startUpdates } from './update/startUpdates.ts';

// Before the first render: the browser's install offer comes once and early, and the first view waits for the hub's answer.
startInstallOffer();
startTheme();
startBackCloses(async () => (await import('../bridge/address/openings.ts')).openLayer);
// Sample pages use bundled data only: no hub, no call (D-17).
const isSample = placeAt(location.pathname)?.morphic === 'sample';
if (!isSample) startBridge();
startUpdates();

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no element #root');
const { View: SampleApp } = lazyScreen(async () => (await import('./samples/SampleApp.tsx')).SampleApp);
createRoot(root).render(
  isSample ? (
    <ScreenBoundary resetKey="sample">
      <Suspense>
        <SampleApp />
      </Suspense>
    </ScreenBoundary>
  ) : (
    <App />
  ),
);
