import { useState } from 'react';
import { useLocation } from 'wouter';
import { CallbackScreen } from '../../screens/callback/CallbackScreen.tsx';
import { Skinned } from '../skin/Skinned.tsx';
import { SampleMark } from './SampleMark.tsx';
import { sampleFailure } from './sampleState.ts';

const states = [
  { value: 'working', label: 'Working' },
  { value: 'failed', label: 'Failed' },
] as const;

/** `/callback-morphic`: between provider and console, with nobody on his way. */
export function CallbackSample() {
  const [, navigate] = useLocation();
  const [state, setState] = useState<(typeof states)[number]['value']>('working');
  return (
    <Skinned>
      <CallbackScreen
        failure={state === 'failed' ? sampleFailure : null}
        onTryAgain={() => navigate('/login-morphic', { replace: true })}
      />
      <SampleMark states={states} state={state} onChange={setState} />
    </Skinned>
  );
}
