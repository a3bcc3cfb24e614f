import type { EndpointId } from '../../contracts/endpoints.ts';
import type { Command } from '../../contracts/outbox.ts';
import type { ResourceKey } from '../../contracts/rpc.ts';
import type { CallInput } from '../api/request.ts';
import type { ScreenId } from '../screens.ts';

/** What a command touches: of two that touch the same, the later waits for the earlier. */
export function resourcesOf(command: Command): readonly string[] {
  switch (command.kind) {
    case 'promote':
      return command.items.map(({ itemId }) => `deadLetter:${itemId}`);
    case 'acknowledge':
    case 'resolve':
    case 'note':
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
 * Whether `later` cannot be decided while `earlier` still waits: it was looked at as it is without it, so the platform would refuse one of
 * them. What is done about an incident follows in order instead: acknowledged, noted, resolved, each once, notes as many as there are.
 */
export function excludes(earlier: Command, later: Command): boolean {
  const held = new Set(resourcesOf(earlier));
  if (!resourcesOf(later).some((resource) => held.has(resource))) return false;
  if (later.kind === 'note') return false;
  // Read, then put away: the platform takes marks in any order, and twice.
  if (later.kind === 'markNotifications') return false;
  if (later.kind === 'resolve') return earlier.kind === 'resolve';
  if (later.kind === 'acknowledge') return earlier.kind !== 'note';
  return true;
}

/** The call that sends it. A single letter goes by its own address, several in one request: all of them or none (D-24). */
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

/** What to fetch once it is settled: the stream tells of it too, but it may be down. */
export function touchedBy(command: Command): readonly ResourceKey[] {
  switch (command.kind) {
    case 'promote':
      return ['dlq', 'pipeline'];
    case 'acknowledge':
    case 'resolve':
    case 'note':
      return ['incidents'];
    case 'requestOverride':
    case 'changeOverride':
      return ['aiOverrides', 'aiTrail'];
    case 'decideOverride':
      // What it decides moves the verification that it is about, and the figures with it (T-4).
      return ['aiOverrides', 'aiAgents', 'aiAgreement', 'aiTrail', 'verifications', 'kpis', 'notifications'];
    case 'markNotifications':
      return ['notifications'];
    case 'changeAgent':
      return ['aiAgents', 'aiTrail'];
    default:
      return command satisfies never;
  }
}

/** The screen that a command was decided on, and where what became of it is seen. */
export function screenOf(command: Command): ScreenId {
  switch (command.kind) {
    case 'promote':
      return 'dlq';
    case 'markNotifications':
      return 'overview';
    case 'acknowledge':
    case 'resolve':
    case 'note':
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
