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
  type LucideIcon,
  Monitor,
  School,
  ScrollText,
  Siren,
  Users,
  Workflow,
} from 'lucide-react';
import { type MenuScreenId, screens } from '../../domain/screens/screens.ts';

type IconName = (typeof screens)[MenuScreenId]['menu']['icon'];

/** The drawings for the icon names of the screen table; a name without a drawing does not compile. */
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
  monitor: Monitor,
  'scroll-text': ScrollText,
  school: School,
  users: Users,
} as const satisfies Record<IconName, LucideIcon>;

/** The icon of a screen. */
export function iconOf(id: MenuScreenId): LucideIcon {
  return drawings[screens[id].menu.icon];
}
