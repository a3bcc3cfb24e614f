import { ArrowUp, Check, CircleCheck, MessageSquarePlus } from 'lucide-react';
import { useState } from 'react';
import { useDecide } from '../../bridge/useDecisions.ts';
import { useBarred } from '../../bridge/useMay.ts';
import { longestNote } from '../../contracts/incident.ts';
import type { Command } from '../../contracts/outbox.ts';
import { type IncidentAct, illegalActWords, illegalRaiseWords } from '../../domain/incidents.ts';
import { excludes } from '../../domain/outbox/command.ts';
import { isGraver, severities } from '../../domain/severity.ts';
import { titleOf } from '../../domain/outbox/words.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { announce } from '../../ui/feedback/LiveRegion.tsx';
import { toast } from '../../ui/feedback/Toaster.tsx';
import { TextArea } from '../../ui/fields/TextArea.tsx';
import type { IncidentView } from './model.ts';
import { StillHolds } from './StillHolds.tsx';

/** Why the words are asked for. */
const wanted = {
  resolve: 'Say what ended it: the next one will be read by somebody else.',
  raise: 'Say why it is graver than it was taken for.',
  note: 'Write the note first.',
} as const;

interface IncidentActsProps {
  readonly view: IncidentView;
  /** Commands about this incident that wait to be sent. */
  readonly waiting: readonly Command[];
}

/** Taking an incident up, noting what was found, raising it, and ending it. One text serves note, reason and resolution. */
export function IncidentActs({ view, waiting }: IncidentActsProps) {
  const barred = useBarred('action:handle_incidents');
  const { keeping, decide } = useDecide();
  const [text, setText] = useState('');
  const [failure, setFailure] = useState<string | null>(null);
  /** Resolving was asked for while something still holds: why is asked before it is decided. */
  const [asking, setAsking] = useState(false);
  const incidentId = view.id;
  const words = text.trim();

  /** Why an act cannot be done now; null where it can. */
  const stopped = (act: IncidentAct, command: Command): string | null => {
    if (barred !== null) return barred;
    const illegal = command.kind === 'raise' ? illegalRaiseWords(command.severity, view.incident) : illegalActWords(act, view.incident);
    if (illegal !== null) return `${illegal}.`;
    return waiting.some((held) => excludes(held, command)) ? 'It is waiting to be sent already.' : null;
  };
  const acknowledge: Command = { kind: 'acknowledge', incidentId };
  const resolve: Command = { kind: 'resolve', incidentId, note: words };
  const note: Command = { kind: 'note', incidentId, text: words };
  const graver = severities.filter((severity) => view.active && isGraver(severity, view.incident.severity));
  const stops = { acknowledge: stopped('acknowledge', acknowledge), resolve: stopped('resolve', resolve), note: stopped('note', note) };

  /** The first press of Resolve; where something still holds it only asks. */
  const startResolving = (): void => {
    if (words !== '' && view.stillHolds.length > 0) return setAsking(true);
    void act(resolve, true);
  };

  const act = async (command: Command, wantsWords: boolean): Promise<void> => {
    if (wantsWords && words === '') {
      setFailure(wanted[command.kind === 'resolve' || command.kind === 'raise' ? command.kind : 'note']);
      return;
    }
    setFailure(null);
    setAsking(false);
    const decided = await decide(command);
    if (!decided.kept) return setFailure(decided.message);
    // The disk may have taken seconds: what was written meanwhile is the next note's.
    if (wantsWords) setText((now) => (now.startsWith(text) ? now.slice(text.length).trimStart() : now));
    if (decided.waits === null) announce(titleOf(command));
    else toast({ tone: 'info', title: `Kept on this device: ${titleOf(command)}`, text: decided.waits });
  };

  return (
    <div className="incident-acts">
      <TextArea
        label={view.active ? 'Note, or what ended it' : 'Note'}
        value={text}
        onChange={(next) => {
          setText(next);
          setFailure(null);
        }}
        limit={longestNote}
        rows={2}
        disabled={barred !== null}
        hint="Read by everybody here; no names of people outside."
        {...(failure !== null && { error: failure })}
      />
      <div className="incident-buttons">
        {view.state === 'open' && (
          <Button
            kind="primary"
            icon={Check}
            busy={keeping}
            onClick={() => void act(acknowledge, false)}
            {...(stops.acknowledge !== null && { disabledReason: stops.acknowledge })}
          >
            Acknowledge
          </Button>
        )}
        <Button
          icon={MessageSquarePlus}
          busy={keeping}
          onClick={() => void act(note, true)}
          {...(stops.note !== null && { disabledReason: stops.note })}
        >
          Add note
        </Button>
        {view.active && (
          <Button
            kind={view.state === 'acknowledged' ? 'primary' : 'secondary'}
            icon={CircleCheck}
            busy={keeping}
            onClick={startResolving}
            {...(stops.resolve !== null && { disabledReason: stops.resolve })}
          >
            Resolve
          </Button>
        )}
        {graver.toReversed().map((severity) => {
          const raise: Command = { kind: 'raise', incidentId, severity, note: words };
          const stop = stopped('raise', raise);
          return (
            <Button
              key={severity}
              icon={ArrowUp}
              busy={keeping}
              onClick={() => void act(raise, true)}
              {...(stop !== null && { disabledReason: stop })}
            >
              Raise to {severity.toUpperCase()}
            </Button>
          );
        })}
      </div>
      {asking && view.active && (
        <StillHolds
          holds={view.stillHolds}
          busy={keeping}
          onResolve={(despite) => void act({ ...resolve, despite }, true)}
          onKeep={() => setAsking(false)}
        />
      )}
      {barred !== null && <p className="uk-fg2">{barred}</p>}
    </div>
  );
}
