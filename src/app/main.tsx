import { createRoot } from 'react-dom/client';
import { startBridge } from '../bridge/startBridge.ts';
import { startTheme } from '../ui/theme/mode.ts';
import { App } from './App.tsx';
import { startInstallOffer } from './update/install.ts';
import { startUpdates } from './update/updates.ts';

// Before the first render: the browser's offer comes once and early, and the hub's answer is what the first view waits for.
startInstallOffer();
startTheme();
startBridge();
startUpdates();

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no element #root');
createRoot(root).render(<App />);
