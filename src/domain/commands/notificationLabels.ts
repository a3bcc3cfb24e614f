import { plural } from '../format.ts';
import type { Labels } from './labelRow.ts';

export const notificationLabels: Labels<'markNotifications'> = {
  markNotifications: {
    title: ({ notificationIds, mark }) => {
      const which = notificationIds.length === 1 ? 'a notification' : plural(notificationIds.length, 'notification');
      return mark === 'read' ? `Mark ${which} as read` : `Dismiss ${which}`;
    },
    detail: () => null,
    // It is marked or gone at once.
    done: () => null,
  },
};
