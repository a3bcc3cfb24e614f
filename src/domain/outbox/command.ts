import type { EndpointId } from '../../contracts/endpoints.ts';
import type { Command } from '../../contracts/outbox.ts';
import type { ResourceKey } from '../../contracts/rpc.ts';
import type { CallInput } from '../api/request.ts';
import type { ScreenId } from '../screens/screens.ts';
import { isGraver } from '../operations/severity.ts';

/** Resources that a command touches: of two commands on the same resource, the later waits for the earlier. */
export function resourcesOf(command: Command): readonly string[] {
  switch (command.kind) {
    case 'promote':
      return command.items.map(({ itemId }) => `deadLetter:${itemId}`);
    case 'acknowledge':
    case 'resolve':
    case 'note':
    case 'raise':
      return [`incident:${command.incidentId}`];
    case 'requestOverride':
      return [`prediction:${command.predictionId}`];
    case 'changeOverride':
    case 'decideOverride':
      return [`override:${command.overrideId}`];
    case 'markNotifications':
      return command.notificationIds.map((id) => `notification:${id}`);
    case 'changeAgent':
      return [`agent:${command.agentId}`];
    default:
      return command satisfies never;
  }
}

/**
 * True if `later` must not be queued behind `earlier`: it was decided on data that does not include it, so the platform would refuse one
 * of them. Commands on an incident may follow each other: acknowledge, note, raise, resolve; once each, notes without limit.
 */
export function excludes(earlier: Command, later: Command): boolean {
  const held = new Set(resourcesOf(earlier));
  if (!resourcesOf(later).some((resource) => held.has(resource))) return false;
  if (later.kind === 'note') return false;
  // The platform accepts read and dismissed marks in any order, and repeated.
  if (later.kind === 'markNotifications') return false;
  if (later.kind === 'resolve') return earlier.kind === 'resolve';
  if (later.kind === 'acknowledge') return earlier.kind !== 'note' && earlier.kind !== 'raise';
  if (later.kind === 'raise')
    return earlier.kind === 'resolve' || (earlier.kind === 'raise' && !isGraver(later.severity, earlier.severity));
  return true;
}

/** The API call that sends a command. A single dead letter uses its own endpoint, several go in one all-or-nothing request (D-24). */
export function requestOf(command: Command): { readonly id: EndpointId; readonly input: CallInput } {
  switch (command.kind) {
    case 'promote': {
      const [first, ...others] = command.items;
      if (first !== undefined && others.length === 0)
        return { id: 'promoteLetter', input: { params: { itemId: first.itemId }, body: { version: first.version } } };
      return { id: 'promoteLetters', input: { body: { items: command.items } } };
    }
    case 'acknowledge':
      return { id: 'acknowledgeIncident', input: { params: { incidentId: command.incidentId }, body: {} } };
    case 'resolve':
      return {
        id: 'resolveIncident',
        input: { params: { incidentId: command.incidentId }, body: { note: command.note, despite: command.despite } },
      };
    case 'note':
      return { id: 'noteIncident', input: { params: { incidentId: command.incidentId }, body: { text: command.text } } };
    case 'raise': {
      const { incidentId, severity, note } = command;
      return { id: 'raiseIncident', input: { params: { incidentId }, body: { severity, note } } };
    }
    case 'requestOverride': {
      const { predictionId, overrideValue, justification } = command;
      return { id: 'requestOverride', input: { body: { predictionId, overrideValue, justification } } };
    }
    case 'changeOverride': {
      const { overrideId, version, overrideValue, justification } = command;
      return { id: 'changeOverride', input: { params: { overrideId }, body: { version, overrideValue, justification } } };
    }
    case 'decideOverride': {
      const { overrideId, version, decision, note } = command;
      return { id: 'decideOverride', input: { params: { overrideId }, body: { version, decision, note } } };
    }
    case 'markNotifications': {
      const { notificationIds, mark } = command;
      return { id: 'markNotifications', input: { body: { notificationIds, mark } } };
    }
    case 'changeAgent': {
      const { agentId, version, mode, enabled, reason } = command;
      return { id: 'changeAgent', input: { params: { agentId }, body: { version, mode, enabled, reason } } };
    }
    default:
      return command satisfies never;
  }
}

/** Resources to refetch once the command is settled; the stream reports them too, but may be down. */
export function touchedBy(command: Command): readonly ResourceKey[] {
  switch (command.kind) {
    case 'promote':
      return ['dlq', 'pipeline'];
    case 'acknowledge':
    case 'resolve':
    case 'note':
    case 'raise':
      return ['incidents'];
    case 'requestOverride':
    case 'changeOverride':
      return ['aiOverrides', 'aiTrail'];
    case 'decideOverride':
      // The decision changes the verification it is about, and the figures with it (T-4).
      return ['aiOverrides', 'aiAgents', 'aiAgreement', 'aiTrail', 'verifications', 'kpis', 'notifications'];
    case 'markNotifications':
      return ['notifications'];
    case 'changeAgent':
      return ['aiAgents', 'aiTrail'];
    default:
      return command satisfies never;
  }
}

/** The screen where a command was decided and where its result is shown. */
export function screenOf(command: Command): ScreenId {
  switch (command.kind) {
    case 'promote':
      return 'dlq';
    case 'markNotifications':
      return 'overview';
    case 'acknowledge':
    case 'resolve':
    case 'note':
    case 'raise':
      return 'incidents';
    case 'requestOverride':
    case 'changeOverride':
    case 'decideOverride':
    case 'changeAgent':
      return 'aiGovernance';
    default:
      return command satisfies never;
  }
}
