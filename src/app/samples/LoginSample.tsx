import { useState } from 'react';
import { useLocation } from 'wouter';
import { LoginScreen } from '../../screens/login/LoginScreen.tsx';
import { Skinned } from '../skin/Skinned.tsx';
import { SampleMark } from './SampleMark.tsx';
import { sampleSupport, sampleTenant } from './sampleState.ts';

const states = [
  { value: 'ready', label: 'Ready' },
  { value: 'working', label: 'Working' },
  { value: 'failed', label: 'Failed' },
] as const;

/** `/login-morphic`: the way in, which leads to the sample of what follows it and nowhere else. */
export function LoginSample() {
  const [, navigate] = useLocation();
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
        onSignIn={() => navigate('/callback-morphic')}
      />
      <SampleMark states={states} state={state} onChange={setState} />
    </Skinned>
  );
}
