import { endpoints } from '../../contracts/endpoints.ts';
import type { Rows } from './row.ts';

export const notificationCommands: Rows<'markNotifications', null> = {
  markNotifications: {
    needs: endpoints.markNotifications.needs,
    screen: 'overview',
    touches: ['notifications'],
    request: ({ notificationIds, mark }) => ({ id: 'markNotifications', input: { body: { notificationIds, mark } } }),
    subjects: ({ notificationIds }) => notificationIds.map((id) => `notification:${id}`),
    // The platform accepts read and dismissed marks in any order, and repeated; notifications that are gone are skipped.
    follows: { markNotifications: true },
    obstacle: () => null,
  },
};
