import type { CommandOf } from '../../contracts/outbox.ts';
import type { Labels } from './labelRow.ts';

export const overrideLabels: Labels<'requestOverride' | 'changeOverride' | 'decideOverride'> = {
  requestOverride: {
    title: ({ about }) => `Request an override of ${about}`,
    detail: valueOf,
    done: () => ({ title: 'Override requested', text: 'Another person approves or rejects it.' }),
  },
  changeOverride: {
    title: ({ overrideId }) => `Change ${overrideId}`,
    detail: valueOf,
    done: ({ overrideId }) => ({ title: `${overrideId} changed`, text: 'The person who decides is shown the change.' }),
  },
  decideOverride: {
    title: ({ overrideId, decision }) => `${decision === 'approve' ? 'Approve' : 'Reject'} ${overrideId}`,
    detail: ({ note }) => (note === '' ? null : note),
    done: ({ overrideId, decision }) =>
      decision === 'approve'
        ? { title: `${overrideId} approved`, text: 'You approved it, and its history says so.' }
        : { title: `${overrideId} rejected`, text: 'You rejected it, and its history says so.' },
  },
};

export const agentLabels: Labels<'changeAgent'> = {
  changeAgent: {
    title: ({ agentName, mode, enabled }) => `Set ${agentName} to ${mode}${enabled ? '' : ', disabled'}`,
    detail: ({ reason }) => reason,
    done: ({ agentName, mode, enabled }) => ({
      title: `${agentName} set to ${mode}${enabled ? '' : ', disabled'}`,
      text: 'It is in the audit trail.',
    }),
  },
};

function valueOf({ overrideValue, justification }: CommandOf<'requestOverride' | 'changeOverride'>): string {
  return `${overrideValue}: ${justification}`;
}
