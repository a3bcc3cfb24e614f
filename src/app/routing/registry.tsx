import type { ScreenId } from '../../domain/screens/screens.ts';
import { lazyScreen, type LazyScreen } from './lazyScreen.tsx';

/**
 * Maps each row of the screen table to its view; a row without a view, or the reverse, does not compile. Each is a separate chunk, loaded
 * when first opened or when the browser is idle.
 */
export const registry = {
  overview: lazyScreen(async () => (await import('../../screens/overview/OverviewScreen.tsx')).OverviewScreen),
  overviewOlder: lazyScreen(async () => (await import('../../screens/overview/OverviewVariants.tsx')).OlderOverviewScreen),
  overviewSmart: lazyScreen(async () => (await import('../../screens/overview/OverviewVariants.tsx')).SmartOverviewScreen),
  overviewMorphic: lazyScreen(async () => (await import('../../screens/overview/OverviewVariants.tsx')).MorphicOverviewScreen),
  verifications: lazyScreen(async () => (await import('../../screens/verifications/VerificationsScreen.tsx')).VerificationsScreen),
  evidence: lazyScreen(async () => (await import('../../screens/evidence/EvidenceScreen.tsx')).EvidenceScreen),
  pipeline: lazyScreen(async () => (await import('../../screens/pipeline/PipelineScreen.tsx')).PipelineScreen),
  dlq: lazyScreen(async () => (await import('../../screens/dlq/DlqScreen.tsx')).DlqScreen),
  dgn: lazyScreen(async () => (await import('../../screens/dgn/DgnScreen.tsx')).DgnScreen),
  rbf: lazyScreen(async () => (await import('../../screens/rbf/RbfScreen.tsx')).RbfScreen),
  schools: lazyScreen(async () => (await import('../../screens/schools/SchoolsScreen.tsx')).SchoolsScreen),
  compliance: lazyScreen(async () => (await import('../../screens/compliance/ComplianceScreen.tsx')).ComplianceScreen),
  aiGovernance: lazyScreen(async () => (await import('../../screens/aiGovernance/AiGovernanceScreen.tsx')).AiGovernanceScreen),
  health: lazyScreen(async () => (await import('../../screens/health/HealthScreen.tsx')).HealthScreen),
  incidents: lazyScreen(async () => (await import('../../screens/incidents/IncidentsScreen.tsx')).IncidentsScreen),
  newComponents: lazyScreen(async () => (await import('../skin/NewComponentsRoute.tsx')).NewComponentsRoute),
  audit: lazyScreen(async () => (await import('../../screens/audit/AuditScreen.tsx')).AuditScreen),
  displays: lazyScreen(async () => (await import('../../screens/displays/DisplaysScreen.tsx')).DisplaysScreen),
  keys: lazyScreen(async () => (await import('../../screens/keys/KeysScreen.tsx')).KeysScreen),
  wall: lazyScreen(async () => (await import('../wall/WallRoute.tsx')).WallRoute),
  users: lazyScreen(async () => (await import('../../screens/users/UsersScreen.tsx')).UsersScreen),
  usersComplete: lazyScreen(async () => (await import('../../screens/users/UsersScreen.tsx')).UsersCompleteScreen),
  profile: lazyScreen(async () => (await import('../../screens/profile/ProfileScreen.tsx')).ProfileScreen),
  resetRequest: lazyScreen(async () => (await import('../../screens/passwordReset/ResetRequestScreen.tsx')).ResetRequestScreen),
  resetConfirm: lazyScreen(async () => (await import('../../screens/passwordReset/ResetConfirmScreen.tsx')).ResetConfirmScreen),
  confirmEmail: lazyScreen(async () => (await import('../../screens/passwordReset/ConfirmEmailScreen.tsx')).ConfirmEmailScreen),
  login: lazyScreen(async () => (await import('../auth/LoginRoute.tsx')).LoginRoute),
  callback: lazyScreen(async () => (await import('../auth/CallbackRoute.tsx')).CallbackRoute),
  unauthorized: lazyScreen(async () => (await import('./UnauthorizedRoute.tsx')).UnauthorizedRoute),
  designSystem: lazyScreen(async () => (await import('../../screens/designSystem/DesignSystemScreen.tsx')).DesignSystemScreen),
  terms: lazyScreen(async () => (await import('../../screens/terms/TermsScreen.tsx')).TermsScreen),
  privacy: lazyScreen(async () => (await import('../../screens/privacy/PrivacyScreen.tsx')).PrivacyScreen),
} as const satisfies Record<ScreenId, LazyScreen>;
