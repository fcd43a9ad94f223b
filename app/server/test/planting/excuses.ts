import type { AnyEndpoint } from '#kit/contract/endpoint.ts';
import { freeTextsOf } from './texts.ts';

/** Texts that nobody is shown, by the name of the field, in whichever call. */
const fieldExcuses: Record<string, string> = {
  password: 'only its hash is kept, or it goes to the machine alone',
  oldPassword: 'compared with a hash',
  newPassword: 'only its hash is kept',
  captchaKey: 'must be one that was given out',
  captchaCode: 'compared with the picture, not kept',
  codeTicket: 'must be one that was given out',
  code: 'must be one that was given out, or a number on a machine',
  auth_code: 'must be one that the platform gave out',
  state: 'must be one that was given out',
  token: 'must be one that was given out',
  refresh_token: 'must be one that was given out',
  setupCode: 'must be the one that the start printed',
  claimPin: 'must be the one in the box of the machine',
  confirmCode: 'must be the number of the machine',
  equipmentId: 'names a machine that there is',
  field: 'names a site that there is',
  fieldId: 'names a site that there is',
};

/** Of single calls, by call and field. */
export const excuses: Record<string, string> = {
  'accounts.token username': 'must be an account that there is; what was typed is not kept',
  'accounts.token phone': 'must be of an account that there is; what was typed is not kept',
  'accounts.token tenantId': 'must be the organisation of the account',
  'accounts.token scope': 'read by nobody: clients of this family send it',
  'accounts.token type': 'read by nobody: clients of this family send it',
  'accounts.userLogin username': 'must be an account that there is; what was typed is not kept',
  'accounts.userLogin phone': 'must be of an account that there is; what was typed is not kept',
  'accounts.setupAdministrator name':
    'only while there is nobody; the same name as accounts.updateProfile writes',
  'team.saveRole permissions[]': 'must be rights that there are',
  'team.grantRole menuIds[]': 'must be rights that there are',
  'team.grantRole dataScopeIds[]': 'must be rights that there are',
  'team.grantRole apiScopeIds[]': 'must be rights that there are',
  'content.sendMessage account': 'names an account that there is',
  'coins.startDeposit p': 'must be the code on the screen of the machine',
  'fleet.offerDevices account': 'names an account that there is',
  'fleet.locateDevice s': 'must be the signature of the label',
  'groupbuys.verifyCode memberCode': 'must be the code on a phone',
  'groupbuys.findRecipient memberCode': 'must be the code on a phone',
  'ledger.correctBooks reason':
    'needs books that are wrong, which no call can make; it stands in the operation log',
  'onboarding.bindCard holderName': 'must be the name that was verified',
  'onboarding.bindCard bankCode': 'must be one of the list of banks',
  'onboarding.bindCard cardNumber': 'digits with a check digit',
  'onboarding.saveBusinessData bankCode': 'must be one of the list of banks',
  'onboarding.saveBusinessData cardNumber': 'digits with a check digit',
  'onboarding.saveBusinessData idCardNumber': 'digits with a check digit',
  'onboarding.saveBusinessData licenceNumber': 'digits and letters with a check digit',
  'pairing.broadcastSmartConfig ssid': 'sent to the machine over the air, kept nowhere',
  'playerapp.saveIdentity number': 'digits with a check digit',
  'playerapp.saveOwnCard number': 'digits with a check digit',
  'settings.copySettings groups[]': 'must be groups of settings that there are',
  'simcards.saveCard number': 'digits with a check digit, or hexadecimal digits',
  'uploads.completeUpload key': 'must be one that was given out',
  'uploads.completeUpload originalName': 'letters, digits, dots and hyphens are kept of it',
  'views.saveView page': 'compared with the path of a page, not shown',
};

/** `accounts.saveRole roleName`, for every text that staff or players can write and somebody is shown. */
export function textsToPlant(calls: ReadonlyMap<AnyEndpoint, string>): string[] {
  return [...calls].flatMap(([endpoint, call]) =>
    endpoint.changes
      ? freeTextsOf(endpoint)
          .filter(({ path }) => !(path in fieldExcuses))
          .map(({ path }) => `${call} ${path}`)
      : [],
  );
}
