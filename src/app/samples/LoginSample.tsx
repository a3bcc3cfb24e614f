import { useState } from 'react';
import { navigate } from '../../bridge/address/navigation.ts';
import { sampleHref } from './sampleHref.ts';
import { LoginScreen } from '../../screens/login/LoginScreen.tsx';
import { Skinned } from '../skin/Skinned.tsx';
import { SampleMark } from './SampleMark.tsx';
import { sampleSupport, sampleTenant } from './sampleState.ts';

const states = [
  { value: 'ready', label: 'Ready' },
  { value: 'working', label: 'Working' },
  { value: 'failed', label: 'Failed' },
] as const;

/** `/login-morphic`: a sample of the sign-in page, which leads only to the sample of the next page. */
export function LoginSample() {
  const [state, setState] = useState<(typeof states)[number]['value']>('ready');
  return (
    <Skinned>
      <LoginScreen
        busy={state === 'working'}
        failure={state === 'failed' ? '' : null}
        reason="none"
        leftBehind="gone"
        leaving={false}
        offline={false}
        tenant={sampleTenant}
        supportUrl={sampleSupport}
        onSignIn={() => navigate(sampleHref('callback'))}
      />
      <SampleMark states={states} state={state} onChange={setState} />
    </Skinned>
  );
}
