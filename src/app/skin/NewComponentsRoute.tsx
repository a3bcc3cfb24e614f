import { useState } from 'react';
import { NewComponentsScreen } from '../../screens/newComponents/NewComponentsScreen.tsx';
import { Skinned } from './Skinned.tsx';

/** `/test/new-components`: the components in the skin they were designed for, with a switch to the standard look. */
export function NewComponentsRoute() {
  const [design, setDesign] = useState<'morphic' | 'original'>('morphic');
  return (
    <Skinned on={design === 'morphic'}>
      <NewComponentsScreen design={design} onDesign={setDesign} />
    </Skinned>
  );
}
