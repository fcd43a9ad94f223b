import sharp from 'sharp';
import { accountsContract as accounts } from '#features/base/accounts/contract.ts';
import { partnersContract } from '#features/base/partners/contract.ts';
import { addressesContract } from '#features/base/players/contract/addresses.ts';
import { playersContract } from '#features/base/players/contract.ts';
import { teamContract } from '#features/base/team/contract.ts';
import { viewsContract } from '#features/base/views/contract.ts';
import { fleetContract } from '#features/machines/fleet/contract.ts';
import { allowanceContract } from '#features/money/allowance/contract.ts';
import { onboardingContract as onboarding } from '#features/money/onboarding/contract.ts';
import { neededPhotos } from '#features/money/onboarding/fields.ts';
import { membersContract as members } from '#features/people/members/contract.ts';
import { playerAppContract } from '#features/people/playerapp/contract.ts';
import type { Client } from '#kit/contract/client.ts';
import { demoPassword } from '#kit/server/demo.ts';
import type { People, Planter } from './planter.ts';

export const newPhone = () => `19${String(Math.floor(Math.random() * 1e9)).padStart(9, '0')}`;
const newAccount = () => `planted_${Math.random().toString(36).slice(2, 10)}`;

async function codeFor(
  planter: Planter,
  phone: string,
  send: () => Promise<unknown>,
  before?: string,
): Promise<string> {
  await send();
  for (let tries = 0; tries < 100; tries += 1) {
    const code = await planter.ground.codeOf(phone);
    if (code && code !== before) return code;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`no code reached ${phone}`);
}

/** Somebody who may give a little, and above that asks a second person. */
export async function hireColleague(
  planter: Planter,
  merchant: Client,
): Promise<{ staffId: string; colleague: Client }> {
  const password = await planter.ground.encrypt(demoPassword);
  const account = newAccount();
  const permissions = ['packages.view', 'packages.edit'];
  const { id: roleId } = await planter.write(merchant, teamContract.saveRole, { permissions });
  await merchant.call(allowanceContract.saveAllowanceLimit, { roleId, perDayFen: 20_000, aloneFen: 1 });
  const { id: staffId } = await planter.write(merchant, teamContract.saveStaff, {
    ...{ account, roleId, password, allSites: true },
  });
  return { staffId, colleague: await planter.ground.as(account) };
}

/**
 * A player whom nobody else counts on, and a member with something to spend: the merchant brings them in a file of old
 * players, and they come for it with their phone.
 */
export async function newPlayer(
  planter: Planter,
  merchant: Client,
  fieldId: string,
): Promise<Pick<People, 'player' | 'playerId' | 'login'>> {
  const { nobody, withToken } = planter.ground;
  const phone = newPhone();
  await plantOldPlayers(planter, merchant, fieldId, phone);
  const code = await codeFor(planter, phone, () => nobody.call(playersContract.sendLoginCode, { phone }));
  const login = await nobody.call(playersContract.logInByPhone, { phone, code });
  const player = withToken(login.access_token);
  await planter.write(player, playersContract.updateSelf);
  const { id: playerId } = await player.call(playersContract.readSelf, {});
  return { player, playerId, login };
}

export async function plantPeople(
  planter: Planter,
  { merchant, admin, agent, player }: People,
): Promise<{ submissionId: string; franchiseeId: string }> {
  const { ground } = planter;
  const password = await ground.encrypt(demoPassword);
  const { id: roleId } = await planter.write(merchant, teamContract.saveRole, { permissions: [] });
  const staff = () => ({ account: newAccount(), roleId, password, allSites: true });
  await planter.write(merchant, teamContract.submitUser, staff());
  await planter.write(merchant, teamContract.saveUser, staff());
  const person = staff();
  const { id } = await planter.write(merchant, teamContract.saveStaff, person);
  await planter.write(merchant, teamContract.updateStaff, { id });
  await planter.write(merchant, teamContract.updateUser, { ...person, id });
  const himself = await ground.as(person.account);
  await planter.write(himself, accounts.updateProfile);
  const { id: franchiseeId } = await planter.write(merchant, partnersContract.saveFranchisee, {
    account: newAccount(),
    password,
  });
  await planter.write(agent, partnersContract.saveAgent, {
    account: newAccount(),
    password,
    shareBasisPoints: 100,
  });

  const { token } = await planter.write(merchant, teamContract.createInvitation, { roleId });
  await planter.write(ground.nobody, teamContract.registerInvited, {
    token,
    account: newAccount(),
    password,
  });

  const { id: viewId } = await planter.write(merchant, viewsContract.saveView, {
    page: fleetContract.listDevices.path,
    query: { planted: null },
  });
  await planter.write(merchant, viewsContract.renameView, { id: viewId });

  await planter.write(player, addressesContract.saveAddress, { phone: '13900000005' });
  await planter.write(player, playerAppContract.saveOwnCard, { number: '6217000000000001002' });
  await planter.write(player, playerAppContract.saveIdentity, { number: '330106198808080055' });
  return { submissionId: await newMerchant(planter, admin), franchiseeId };
}

/** Papers with hostile names reach the auditor, who looks at them and says why they do not pass. */
async function handIn(planter: Planter, owner: Client, admin: Client, tenantId: string): Promise<string> {
  const photo = await sharp({ create: { width: 320, height: 200, channels: 3, background: '#2a6' } })
    .jpeg()
    .toBuffer();
  for (const kind of neededPhotos.company)
    await planter.writeFile(owner, onboarding.uploadPhoto, { kind }, photo);
  await owner.call(onboarding.saveBusinessData, { submit: true });
  const { records } = await admin.call(onboarding.listSubmissions, { size: 100 });
  const { id } = records.find((one) => one.tenantId === tenantId)!;
  await admin.call(onboarding.takeSubmission, { id });
  await planter.write(admin, onboarding.revealNumber, { id, field: 'idCard' });
  const { photos } = await admin.call(onboarding.readSubmission, { id });
  await planter.writeFile(admin, onboarding.viewPhoto, { id: photos[0]!.id });
  await planter.write(admin, onboarding.decideSubmission, { id, passed: false });
  return id;
}

/** Money goes to the name that was verified: the branch is free. */
async function bindCard(planter: Planter, owner: Client, phone: string): Promise<void> {
  await owner.call(onboarding.handInSamplePapers, {});
  const { verifiedName } = await owner.call(onboarding.listCards, {});
  const before = await planter.ground.codeOf(phone);
  const code = await codeFor(
    planter,
    phone,
    () => owner.call(accounts.sendCode, { phone, type: 'card' }),
    before,
  );
  await planter.write(owner, onboarding.bindCard, {
    ...{ holderName: verifiedName, bankCode: 'ICBC', cardNumber: '6217000000000001010' },
    ...{ password: await planter.ground.encrypt(demoPassword), code },
  });
}

/** An organisation that registers, and what the platform says about it. */
async function newMerchant(planter: Planter, admin: Client): Promise<string> {
  const { ground } = planter;
  const password = await ground.encrypt(demoPassword);
  const phone = newPhone();
  const code = await codeFor(planter, phone, () =>
    ground.nobody.call(accounts.sendCode, { phone, type: 'register' }),
  );
  await planter.write(ground.nobody, partnersContract.registerMerchant, { phone, code, password });
  const { records } = await admin.call(partnersContract.listTenants, { reviewState: 'untreated' });
  const tenant = records.find((one) => one.phone === phone)!;
  const owner = await ground.as(phone);
  await planter.write(owner, partnersContract.requestNameChange);
  const { records: reviews } = await admin.call(partnersContract.listNameReviews, { state: 'untreated' });
  const review = reviews.find(({ tenantId }) => tenantId === tenant.id)!;
  await planter.write(admin, partnersContract.decideNameReview, { id: review.id, passed: true });
  await planter.write(admin, partnersContract.decideRegistration, { id: tenant.id, passed: true });
  // the account is in the name of the company, and the papers are those of who stands for it
  const company = planter.text('onboarding.saveBusinessData registeredName', 80);
  const person = planter.text('onboarding.saveBusinessData idCardName', 30);
  for (const same of ['accountName', 'legalPerson'])
    planter.planted.add(`onboarding.saveBusinessData ${same}`);
  await planter.write(owner, onboarding.saveBusinessData, {
    ...{ registeredName: company, accountName: company, idCardName: person, legalPerson: person },
    kind: 'company',
    idCardNumber: '330106198808080055',
    regionCode: '330106',
    bankCode: 'ICBC',
    cardNumber: '1202020209900123456',
    licenceNumber: '91330106MA0000003C',
    ...{
      contactPhone: phone,
      contactEmail: 'planted@example.com',
      businessCategoryCode: 10401,
      accountType: 'corporate',
      bankRegionCode: '330106',
    },
  });
  const submissionId = await handIn(planter, owner, admin, tenant.id);
  await bindCard(planter, owner, phone);
  await planter.write(admin, partnersContract.setTenantState, { id: tenant.id, enabled: false });
  return submissionId;
}

/** A file of old players, as a merchant brings it from elsewhere; one of them is taken back. */
async function plantOldPlayers(
  planter: Planter,
  merchant: Client,
  fieldId: string,
  phone: string,
): Promise<void> {
  const cell = (room: number) =>
    `"${planter.text('members.importOldPlayers content', room).replaceAll('"', '""')}"`;
  const other = newPhone();
  const lines = [phone, other].map((each) => `${each},${cell(20)},100,50,,${cell(100)}`);
  const text = ['phone,name,balance,coins,level,note', ...lines].join('\r\n');
  const content = Buffer.from(text).toString('base64');
  const file = { fieldId, fileName: planter.text('members.importOldPlayers fileName', 100), content };
  const { seen } = await merchant.call(members.previewOldPlayers, file);
  await merchant.call(members.importOldPlayers, { ...file, seen });
  const { records } = await merchant.call(members.listOldPlayers, { word: other });
  await planter.write(merchant, members.revokeOldPlayers, { ids: records.map(({ id }) => id) });
}

export async function plantMembers(
  planter: Planter,
  { merchant, playerId }: People,
  fieldId: string,
): Promise<void> {
  await planter.write(merchant, members.saveMember, { playerId, tags: [null] });
  await planter.write(merchant, members.tagMembers, { ids: [playerId] });
  await planter.write(merchant, members.giveFreePlays, { playerId, fieldId, plays: 1 });
}
