import type { AllowedTexts } from './claimWordsRules.ts';

/** Texts of views that say a listed word and claim nothing, by file, with the reason. */
export const allowedTexts: AllowedTexts = {
  'src/app/chrome/connectionWords.ts': [{ text: 'Connected · …', why: 'draws a claim' }],
  'src/app/command/paletteModel.ts': [{ text: 'Saved views', times: 3, why: 'label' }],
  'src/app/command/shortcuts.ts': [{ text: 'Saved views of this page', why: 'label' }],
  'src/app/diagnostics/useDiagnostics.ts': [{ text: 'Context handed to the browser', why: 'draws a claim' }],
  'src/app/lock/LockScreen.tsx': [{ text: 'The lock is gone', why: 'no success' }],
  'src/app/lock/LockView.tsx': [
    { text: 'Locked', why: 'true of itself' },
    { text: 'The passkey is gone', why: 'no success' },
  ],
  'src/app/views/Views.tsx': [
    { text: 'Saved views', why: 'label' },
    { text: 'Saved views:', why: 'label' },
  ],
  'src/app/views/ViewsDialog.tsx': [{ text: 'Saved views', why: 'label' }],
  'src/app/views/useSavedViews.ts': [
    { text: 'Saved views are kept by the platform, which cannot be reached just now. They open all the same.', why: 'help' },
  ],
  'src/app/wall/PairingView.tsx': [{ text: '… Approved. The first figures are on their way', why: 'draws a claim' }],
  'src/app/wall/WallHead.tsx': [{ text: 'Connected · ……', why: 'draws a claim' }],
  'src/screens/aiGovernance/AgentDialog.tsx': [{ text: 'Enabled', why: 'label' }],
  'src/screens/aiGovernance/OverrideDrawer.tsx': [{ text: 'Sealed', why: 'label' }],
  'src/screens/aiGovernance/OverridePanel.tsx': [{ text: 'Approved', why: 'filter option' }],
  'src/screens/aiGovernance/model.ts': [
    { text: 'Active', why: 'filter option' },
    { text: '… of … enabled', why: 'label' },
  ],
  'src/screens/aiGovernance/overrides.ts': [
    { text: 'Approved', why: 'label' },
    { text: 'Enabled', why: 'label' },
  ],
  'src/screens/aiGovernance/useAct.ts': [{ text: 'Kept on this device: …', why: 'no success' }],
  'src/screens/compliance/BadgeRules.tsx': [{ text: 'Done', why: 'label' }],
  'src/screens/compliance/GenerateDialog.tsx': [
    { text: 'Carbon credits, verified', why: 'label' },
    { text: 'Signed as of the moment you confirm', why: 'help' },
  ],
  'src/screens/compliance/PortfolioDetail.tsx': [{ text: 'Rules kept …', why: 'label' }],
  'src/screens/compliance/ProofSection.tsx': [
    { text: 'Intact', why: 'label' },
    { text: 'Signed by a trusted key', why: 'label' },
  ],
  'src/screens/compliance/analyticsModel.ts': [{ text: 'All three rules are kept at … of …, ….', why: 'label' }],
  'src/screens/compliance/reportModel.ts': [
    { text: 'Records verified', why: 'label' },
    { text: 'Verified', why: 'column head' },
    {
      text: 'Verified: measured, and decided on evidence. Estimated: measured, but pending or disputed. What failed counts nowhere.',
      why: 'help',
    },
  ],
  'src/screens/designSystem/ButtonsSection.tsx': [
    { text: 'Saved', why: 'sample page without data' },
    { text: 'Sent', why: 'sample page without data' },
    { text: 'Success', times: 3, why: 'sample page without data' },
    { text: 'The life of an act, live', why: 'sample page without data' },
  ],
  'src/screens/designSystem/FieldsSection.tsx': [{ text: 'Success', why: 'sample page without data' }],
  'src/screens/designSystem/FoundationSections.tsx': [
    { text: 'Healthy', why: 'sample page without data' },
    { text: 'Processing', why: 'sample page without data' },
  ],
  'src/screens/designSystem/LoginSection.tsx': [{ text: 'The form is complete', why: 'sample page without data' }],
  'src/screens/designSystem/TableSection.tsx': [
    { text: 'Saved, kWh', why: 'sample page without data' },
    { text: 'Verified', times: 2, why: 'sample page without data' },
  ],
  'src/screens/designSystem/ToastsSection.tsx': [
    { text: 'Kept on this device', why: 'sample page without data' },
    { text: 'Link copied', why: 'sample page without data' },
    { text: 'Success', why: 'sample page without data' },
    { text: 'User updated successfully', why: 'sample page without data' },
  ],
  'src/screens/displays/DisplaysScreen.tsx': [{ text: 'The kill switch is active: only revoking goes through.', why: 'no success' }],
  'src/screens/dlq/LetterPreview.tsx': [{ text: 'Last promoted', why: 'label' }],
  'src/screens/dlq/Promotions.tsx': [{ text: '… of … promoted', why: 'label' }],
  'src/screens/dlq/usePromotion.ts': [{ text: '… kept on this device', why: 'no success' }],
  'src/screens/evidence/EvidenceScreen.tsx': [{ text: 'All sites', why: 'filter option' }],
  'src/screens/evidence/PackDetails.tsx': [
    { text: 'Sealed', why: 'label' },
    { text: 'Signed', why: 'label' },
  ],
  'src/screens/evidence/VerifyDialog.tsx': [{ text: 'Done', why: 'label' }],
  'src/screens/evidence/dialogModel.ts': [
    { text: 'All four checks passed on this device at …, in …', why: 'draws a claim' },
    { text: 'Done', why: 'draws a claim' },
    { text: 'Done · …', why: 'draws a claim' },
    { text: 'Files match', why: 'label' },
    { text: 'Intact', why: 'label' },
    {
      text: 'List and signature passed on this device at …. Whose evidence it is could not be checked: …',
      why: 'draws a claim',
    },
    {
      text: 'List, signature and seal passed on this device at …. The files could not be checked: ……',
      why: 'draws a claim',
    },
    { text: 'List, signature and seal passed on this device at …; the files’ bytes are not checked', why: 'draws a claim' },
    { text: 'Sealed ……', why: 'draws a claim' },
    { text: 'Signed by a trusted key', why: 'label' },
    { text: 'Steps 1 to 4 passed here at ……. Download links: …', why: 'draws a claim' },
    { text: '… listed, manifest signed ……', why: 'draws a claim' },
  ],
  'src/screens/evidence/proof/ProofDialog.tsx': [
    { text: 'Done', why: 'label' },
    { text: 'Tenant … · saved … by …, by their own word', why: 'label' },
  ],
  'src/screens/evidence/proof/proofModel.ts': [
    { text: 'Every part passed on this device at …, by the platform’s keys.…', why: 'draws a claim' },
    { text: 'Signed by the platform', why: 'draws a claim' },
    { text: 'Signed, and as it was signed', why: 'draws a claim' },
    { text: '…, each signed', why: 'draws a claim' },
  ],
  'src/screens/health/ComponentCard.tsx': [{ text: 'Measured …, …', why: 'label' }],
  'src/screens/health/model.ts': [{ text: '… of … healthy', why: 'draws a claim' }],
  'src/screens/incidents/EmergencyControls.tsx': [
    {
      text: 'Halts all processing: the platform refuses every change, of people and of its own, until an administrator releases it.',
      why: 'help',
    },
  ],
  'src/screens/incidents/IncidentActs.tsx': [{ text: 'Kept on this device: …', why: 'no success' }],
  'src/screens/incidents/IncidentDrawer.tsx': [{ text: 'Resolved', why: 'label' }],
  'src/screens/incidents/IncidentsScreen.tsx': [
    { text: 'Active', why: 'filter option' },
    { text: 'Resolved', why: 'filter option' },
  ],
  'src/screens/incidents/IncidentsWall.tsx': [{ text: 'Active', why: 'no success' }],
  'src/screens/incidents/KillSwitchDialog.tsx': [
    { text: 'Halt all processing', why: 'label' },
    { text: 'It is active already.', why: 'no success' },
  ],
  'src/screens/incidents/RunbookDialog.tsx': [{ text: 'Kept with the console: it opens without the network.', why: 'true of itself' }],
  'src/screens/incidents/ServicesPanel.tsx': [{ text: 'Last resolved', why: 'column head' }],
  'src/screens/incidents/model.ts': [
    { text: 'Resolved', why: 'label' },
    { text: 'active', times: 2, why: 'no success' },
  ],
  'src/screens/newComponents/ControlPanels.tsx': [
    { text: 'Success', why: 'sample page without data' },
    { text: 'Verified', times: 2, why: 'sample page without data' },
  ],
  'src/screens/newComponents/DataPanels.tsx': [
    { text: 'Healthy', times: 2, why: 'sample page without data' },
    { text: 'Saved, t CO2e', why: 'sample page without data' },
    { text: 'Verified', times: 2, why: 'sample page without data' },
    { text: 'components healthy', why: 'sample page without data' },
    { text: '…k of …k paid', why: 'sample page without data' },
  ],
  'src/screens/newComponents/sampleFigures.ts': [
    { text: '1,228 of 1,247 verified', why: 'sample page without data' },
    { text: 'Files match', why: 'sample page without data' },
    { text: 'Intact', why: 'sample page without data' },
    { text: 'On target', times: 2, why: 'sample page without data' },
    { text: 'Signed by a trusted key', why: 'sample page without data' },
  ],
  'src/screens/overview/ConfidenceDialog.tsx': [{ text: 'Done', why: 'label' }],
  'src/screens/overview/HealthRows.tsx': [{ text: '… … paid this month', why: 'label' }],
  'src/screens/overview/LimitsDialog.tsx': [
    { text: 'Done', why: 'label' },
    { text: 'On target', why: 'help' },
    { text: 'On target, at risk and off target are judged by these.', why: 'help' },
  ],
  'src/screens/overview/SystemHealth.tsx': [{ text: 'RBF paid this month', why: 'label' }],
  'src/screens/overview/kpiModel.ts': [{ text: '… of … verified', why: 'label' }],
  'src/screens/overview/platformModel.ts': [
    { text: 'Recycled', why: 'label' },
    { text: 'Sold', why: 'label' },
    { text: 'components …healthy…', why: 'label' },
  ],
  'src/screens/pipeline/model.ts': [
    { text: 'All … stages within SLO…', why: 'draws a claim' },
    { text: '… of … stages within SLO…', why: 'draws a claim' },
    { text: 'Within SLO', why: 'draws a claim' },
  ],
  'src/screens/profile/SessionsPanel.tsx': [
    { text: 'Active …', why: 'label' },
    { text: '… is signed out.', why: 'draws a claim' },
  ],
  'src/screens/profile/SetUpLockDialog.tsx': [{ text: 'What this device holds is sealed.', why: 'draws a claim' }],
  'src/screens/profile/lockModel.ts': [
    { text: 'Locked by PIN', why: 'draws a claim' },
    { text: 'Locked by passkey', why: 'draws a claim' },
    {
      text: 'What this device holds is sealed. It opens without the network for 72 hours after the platform last confirmed you.',
      why: 'draws a claim',
    },
  ],
  'src/screens/rbf/MilestonesPanel.tsx': [
    { text: 'Paid', why: 'column head' },
    { text: 'Paid so far', why: 'column head' },
  ],
  'src/screens/rbf/PaymentDrawer.tsx': [{ text: 'Paid', why: 'label' }],
  'src/screens/rbf/PaymentTable.tsx': [{ text: 'Paid', why: 'column head' }],
  'src/screens/rbf/PaymentsWall.tsx': [
    { text: 'Paid', why: 'label' },
    { text: '… of … paid', why: 'label' },
  ],
  'src/screens/rbf/RbfScreen.tsx': [{ text: 'All sites', why: 'filter option' }],
  'src/screens/rbf/RbfSummary.tsx': [
    { text: 'Total paid', why: 'label' },
    { text: '… of … paid', why: 'label' },
  ],
  'src/screens/rbf/model.ts': [{ text: 'Total paid', why: 'label' }],
  'src/screens/schools/SchoolsScreen.tsx': [
    { text: 'Performing', why: 'filter option' },
    { text: 'saved on fuel…', why: 'label' },
    { text: 'schools performing', why: 'label' },
  ],
  'src/screens/schools/SchoolsWall.tsx': [
    { text: 'Performing', why: 'label' },
    { text: 'fuel saved', why: 'label' },
  ],
  'src/screens/schools/model.ts': [{ text: 'Measured', why: 'label' }],
  'src/screens/users/EditUserDialog.tsx': [
    { text: 'Only the changed field is sent', why: 'help' },
    { text: 'Only the changed fields are sent', why: 'help' },
  ],
  'src/screens/users/UserDialogs.tsx': [{ text: 'The list still works.', why: 'true of itself' }],
  'src/screens/users/model.ts': [{ text: 'Active', why: 'filter option' }],
  'src/screens/verifications/RecordHistory.tsx': [{ text: 'Sealed as …', why: 'label' }],
  'src/screens/verifications/VerificationsScreen.tsx': [{ text: 'All sites', why: 'filter option' }],
  'src/screens/verifications/model.ts': [
    { text: 'The platform sent this record without its seal or its place in the chain.', why: 'no success' },
  ],
  'src/ui/evidence/recordVerdict.ts': [
    { text: 'Partly signed', why: 'no success' },
    { text: 'Signed by a trusted key', why: 'label' },
    { text: 'Terms intact', why: 'label' },
    { text: 'Verified', why: 'draws a claim' },
  ],
  'src/ui/evidence/SaveProofDialog.tsx': [
    { text: 'Done', why: 'label' },
    { text: '…, handed to the browser', why: 'label' },
  ],
  'src/ui/export/ExportFiles.tsx': [
    { text: 'Signed by …: file, name, size, filter, as of when, and who', why: 'label' },
    { text: '…, …, handed to the browser', why: 'label' },
  ],
  'src/ui/fields/RuleList.tsx': [{ text: ', met', why: 'draws a claim' }],
  'src/ui/figures/ComputedDialog.tsx': [{ text: 'Done', why: 'label' }],
  'src/ui/status/FreshnessChip.tsx': [
    { text: 'Live · …', why: 'draws a claim' },
    { text: 'Updated at …', why: 'draws a claim' },
  ],
};
