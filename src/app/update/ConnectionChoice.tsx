import { useId } from 'react';
import { hub } from '../../bridge/hub/hub.ts';
import { useHubStatus } from '../../bridge/hub/useHubStatus.ts';
import { type Transport, transports } from '../../contracts/rpc.ts';
import { SegmentedControl } from '../../ui/controls/SegmentedControl.tsx';
import { toast } from '../../ui/feedback/Toaster.tsx';
import { transportNames } from '../../domain/realtime/transportNames.ts';
import { droppedLabels, waysLabels } from './connectionFacts.ts';

/** The transport with which this device starts to receive events (D-14), and what its buffers dropped (D-12). */
export function ConnectionChoice() {
  const { startTransport, connection, dropped } = useHubStatus();
  const title = useId();
  const choose = async (transport: Transport): Promise<void> => {
    const taken = await hub.setTransport(transport);
    if (!taken.ok) toast({ tone: 'bad', title: 'Not changed', text: taken.problem.message });
  };
  const drops = droppedLabels(dropped);
  return (
    <section className="device-connection" aria-labelledby={title}>
      <b id={title}>Connection type</b>
      <SegmentedControl
        label="Connection type"
        value={startTransport}
        options={transports.map((value) => ({ value, label: transportNames[value] }))}
        onChange={(transport) => void choose(transport)}
      />
      <p>{waysLabels(startTransport, connection)}</p>
      {drops !== null && <p>{drops}</p>}
    </section>
  );
}
