import { useState } from 'react';
import { navigate } from '../../bridge/address/navigation.ts';
import { sampleHref } from './sampleHref.ts';
import { CallbackScreen } from '../../screens/callback/CallbackScreen.tsx';
import { Skinned } from '../skin/Skinned.tsx';
import { SampleMark } from './SampleMark.tsx';
import { sampleFailure } from './sampleState.ts';

const states = [
  { value: 'working', label: 'Working' },
  { value: 'failed', label: 'Failed' },
] as const;

/** `/callback-morphic`: the page between provider and console, on sample data. */
export function CallbackSample() {
  const [state, setState] = useState<(typeof states)[number]['value']>('working');
  return (
    <Skinned>
      <CallbackScreen
        failure={state === 'failed' ? sampleFailure : null}
        onTryAgain={() => navigate(sampleHref('login'), { replace: true })}
      />
      <SampleMark states={states} state={state} onChange={setState} />
    </Skinned>
  );
}
