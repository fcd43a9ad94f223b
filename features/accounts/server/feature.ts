import { serveFeature } from '#kit/server/context.ts';
import { accountsFeature } from '../feature.ts';
import { agentDetail, agentMerchants, listAgents } from './agents.ts';
import { createCaptcha } from './captcha.ts';
import { assignMerchant, saveAgent, setAgentEnabled } from './change-agents.ts';
import { changePassword, changePhone, validatePassword } from './change-credentials.ts';
import {
  franchiseeDetail,
  franchiseeStores,
  listFranchisees,
  removeFranchisees,
  saveFranchisee,
  setFranchiseeEnabled,
} from './franchisees.ts';
import {
  createInvitation,
  invitationInfo,
  listInvitations,
  registerInvited,
  revokeInvitation,
} from './invite-staff.ts';
import { issueToken, userLogin } from './login.ts';
import { listSessions, logout, logoutEverywhere, revokeSession } from './logout.ts';
import { grantTree, menuButtons, menuRoutes } from './menu.ts';
import { decideNameReview, latestNameReview, listNameReviews, requestNameChange } from './name-reviews.ts';
import { listLog, logFilters } from './operation-log.ts';
import {
  accountExists,
  checkAccount,
  info,
  phoneTaken,
  updateProfile,
  userById,
  userNumbers,
  userSiteCount,
} from './profile.ts';
import { purgeExpired } from './purge.ts';
import { registerMerchant } from './register-merchant.ts';
import { resetPassword } from './reset-password.ts';
import { resetStaffPasswords } from './reset-staff-passwords.ts';
import { decideRegistration, listTenants, reviewCounts, setTenantState } from './review-tenants.ts';
import { grantRole, listRoles, removeRoles, roleDetail, roleTree, roleTreeKeys, saveRole } from './roles.ts';
import { requestCode, verifyCode } from './send-code.ts';
import { saveServiceContact, serviceContact } from './service-contact.ts';
import { setupAdministrator, setupState } from './set-up.ts';
import {
  grantRoles,
  listStaff,
  pageUsers,
  removeStaff,
  saveStaff,
  staffDetail,
  updateStaff,
} from './staff.ts';

export default serveFeature(accountsFeature, {
  handlers: {
    token: issueToken,
    userLogin,
    logout,
    logoutEverywhere,
    listSessions,
    revokeSession,
    captcha: (context) => createCaptcha(context.services),
    publicKey: async (context) => ({ publicKey: context.services.secrets.sm2.publicKey }),
    sendCode: requestCode,
    verifyCode,
    resetPassword,
    registerMerchant,
    invitationInfo,
    registerInvited,
    setupState,
    setupAdministrator,

    info,
    userInfo: (context, input) => userById(context, input.userId),
    userDetail: (context, input) => userById(context, input.id),
    userNumbers,
    userSiteCount,
    updateProfile,
    changePassword,
    validatePassword,
    changePhone,
    accountExists,
    franchiseeAccountExists: accountExists,
    checkAccount,
    phoneTaken,
    serviceContact,
    saveServiceContact,
    requestNameChange,
    latestNameReview,

    menuRoutes,
    menuRoutesH5: menuRoutes,
    menuButtons,

    listStaff,
    staffDetail,
    saveStaff,
    updateStaff,
    removeStaff,
    pageUsers,
    submitUser: saveStaff,
    saveUser: saveStaff,
    updateUser: saveStaff,
    removeUsers: removeStaff,
    grantRoles,
    resetStaffPasswords,
    createInvitation,
    listInvitations,
    revokeInvitation,
    listRoles,
    roleTree,
    roleDetail,
    saveRole,
    removeRoles,
    grantRole,
    grantTree,
    roleTreeKeys,
    listLog,
    logFilters,

    listFranchisees,
    franchiseeDetail,
    franchiseeStores,
    saveFranchisee,
    setFranchiseeEnabled,
    removeFranchisees,
    listAgents,
    agentDetail,
    agentMerchants,
    saveAgent,
    setAgentEnabled,
    assignMerchant,
    listTenants,
    decideRegistration,
    setTenantState,
    listNameReviews,
    decideNameReview,
    reviewCounts,
  },
  jobs: [{ name: 'accounts.purge-expired', cron: '*/15 * * * *', run: purgeExpired }],
});
