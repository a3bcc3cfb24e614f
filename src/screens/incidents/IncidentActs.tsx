import { ArrowUp, Check, CircleCheck, type LucideIcon, MessageSquarePlus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useAct } from '../../bridge/acts/useAct.ts';
import { useDraft } from '../../bridge/acts/useDraft.ts';
import { useDisabledReason } from '../../bridge/acts/useMay.ts';
import { useObstacle } from '../../bridge/acts/useObstacle.ts';
import { longestNote } from '../../contracts/incident.ts';
import type { Command, CommandOf } from '../../contracts/outbox.ts';
import { commands, titleOf } from '../../domain/commands/commands.ts';
import type { IncidentCommandKind } from '../../domain/commands/incidents.ts';
import { obstacleLabels } from '../../domain/commands/obstacleLabels.ts';
import { isGraver, severities } from '../../domain/operations/severity.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { announce } from '../../ui/feedback/LiveRegion.tsx';
import { toast } from '../../ui/feedback/Toaster.tsx';
import { TextArea } from '../../ui/fields/TextArea.tsx';
import type { IncidentView } from './model.ts';
import { StillHolds } from './StillHolds.tsx';

/** Why the text is required. */
const wanted = {
  resolve: 'Describe how it was resolved.',
  raise: 'Explain why the severity is raised.',
  note: 'Write the note first.',
} as const;

const nothing = { text: '', despite: '' } as const;

interface Decision {
  readonly command: Command;
  /** The typed text that goes with it; empty if none does. */
  readonly used: string;
}

/** Acknowledge, add a note, raise the severity, or resolve. One text field serves as note, reason and resolution. */
export function IncidentActs({ view }: { readonly view: IncidentView }) {
  const disabledReason = useDisabledReason(commands.note.needs);
  const obstacleOf = useObstacle();
  const draft = useDraft('incidents.act', view.id, nothing);
  const { text } = draft.texts;
  const [missing, setMissing] = useState<string | null>(null);
  /** The user pressed Resolve while something still holds; the dialog asks why before the command is queued. */
  const [asking, setAsking] = useState(false);
  const incidentId = view.id;
  const words = text.trim();

  /** Why an action is not possible now; null if it is. */
  const stopped = (command: CommandOf<IncidentCommandKind>): string | null => {
    if (disabledReason !== null) return disabledReason;
    const obstacle = obstacleOf(command, view.incident);
    return obstacle && `${obstacleLabels(obstacle)}.`;
  };
  const acknowledge = { kind: 'acknowledge', incidentId } as const;
  const resolve = { kind: 'resolve', incidentId, note: words } as const;
  const note = { kind: 'note', incidentId, text: words } as const;

  /** First press of Resolve; only opens the question if something still holds. */
  const startResolving = (): void => {
    const obstacle = obstacleOf(resolve, { ...view.incident, holds: view.stillHolds });
    if (words !== '' && obstacle?.code === 'stillHolds') return setAsking(true);
    act(resolve, true);
  };

  const {
    busy: keeping,
    problem,
    run,
    reset,
  } = useAct({
    route: 'outbox',
    commands: ({ command }: Decision) => [command],
    leaves: ({ command, used }) => (used === '' ? undefined : draft.without('text', command.kind === 'resolve' ? 'despite' : 'text')),
    done: ({ waits }, { value: { command, used } }) => {
      // Storing may have taken seconds: text typed meanwhile is kept for the next note.
      if (used !== '') draft.sent();
      if (waits === null) announce(titleOf(command));
      else toast({ tone: 'info', title: `Kept on this device: ${titleOf(command)}`, text: waits });
    },
  });
  const failure = missing ?? problem?.message ?? null;

  const act = (command: Command, wantsWords: boolean): void => {
    if (wantsWords && words === '')
      return setMissing(wanted[command.kind === 'resolve' || command.kind === 'raise' ? command.kind : 'note']);
    setMissing(null);
    setAsking(false);
    void run({ command, used: wantsWords ? text : '' });
  };

  return (
    <div className="incident-acts">
      <TextArea
        label={view.active ? 'Note or resolution' : 'Note'}
        value={text}
        onChange={(next) => {
          draft.set('text', next);
          setMissing(null);
          reset();
        }}
        limit={longestNote}
        rows={2}
        disabled={disabledReason !== null}
        hint="Visible to all staff. Leave out personal data."
        kept={draft.kept}
        {...(failure !== null && { error: failure })}
      />
      <div className="incident-buttons">
        {view.state === 'open' && (
          <ActButton kind="primary" icon={Check} busy={keeping} stop={stopped(acknowledge)} onPress={() => act(acknowledge, false)}>
            Acknowledge
          </ActButton>
        )}
        <ActButton icon={MessageSquarePlus} busy={keeping} stop={stopped(note)} onPress={() => act(note, true)}>
          Add note
        </ActButton>
        {view.active && (
          <ActButton
            kind={view.state === 'acknowledged' ? 'primary' : 'secondary'}
            icon={CircleCheck}
            busy={keeping}
            stop={stopped(resolve)}
            onPress={startResolving}
          >
            Resolve
          </ActButton>
        )}
        {severities
          .filter((severity) => view.active && isGraver(severity, view.incident.severity))
          .toReversed()
          .map((severity): CommandOf<'raise'> => ({ kind: 'raise', incidentId, severity, note: words }))
          .map((raise) => (
            <ActButton key={raise.severity} icon={ArrowUp} busy={keeping} stop={stopped(raise)} onPress={() => act(raise, true)}>
              Raise to {raise.severity.toUpperCase()}
            </ActButton>
          ))}
      </div>
      {asking && view.active && (
        <StillHolds
          holds={view.stillHolds}
          busy={keeping}
          reason={draft.texts.despite}
          onReason={(reason) => draft.set('despite', reason)}
          onResolve={(despite) => act({ ...resolve, despite }, true)}
          onKeep={() => setAsking(false)}
        />
      )}
      {disabledReason !== null && <p className="uk-fg2">{disabledReason}</p>}
    </div>
  );
}

interface ActButtonProps {
  readonly kind?: 'primary' | 'secondary';
  readonly icon: LucideIcon;
  readonly busy: boolean;
  /** Why it is not possible now; null if it is. */
  readonly stop: string | null;
  readonly onPress: () => void;
  readonly children: ReactNode;
}

function ActButton({ kind = 'secondary', icon, busy, stop, onPress, children }: ActButtonProps) {
  return (
    <Button kind={kind} icon={icon} busy={busy} onClick={onPress} {...(stop !== null && { disabledReason: stop })}>
      {children}
    </Button>
  );
}
