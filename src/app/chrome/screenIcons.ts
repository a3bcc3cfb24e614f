import {
  Activity,
  BadgeCheck,
  Bot,
  FileCheck,
  FileText,
  Inbox,
  KeyRound,
  Banknote,
  Layers,
  LayoutDashboard,
  Lock,
  LogIn,
  type LucideIcon,
  Monitor,
  School,
  ScrollText,
  Siren,
  Users,
  UserRound,
  Workflow,
} from 'lucide-react';
import { type ScreenId, screens } from '../../domain/screens.ts';

type IconName = (typeof screens)[ScreenId]['icon'];

/** The drawings behind the icon names of the screen table: a name without a drawing does not compile. */
const drawings = {
  'layout-dashboard': LayoutDashboard,
  'badge-check': BadgeCheck,
  'file-check': FileCheck,
  workflow: Workflow,
  inbox: Inbox,
  'key-round': KeyRound,
  layers: Layers,
  banknote: Banknote,
  activity: Activity,
  bot: Bot,
  siren: Siren,
  'file-text': FileText,
  'log-in': LogIn,
  lock: Lock,
  monitor: Monitor,
  'scroll-text': ScrollText,
  school: School,
  users: Users,
  user: UserRound,
} as const satisfies Record<IconName, LucideIcon>;

/** The icon of a screen. */
export function iconOf(id: ScreenId): LucideIcon {
  return drawings[screens[id].icon];
}
