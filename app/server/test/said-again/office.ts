import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { wechatContract } from '#features/base/wechat/contract.ts';
import { sayYes } from '#features/base/wechat/test/link-wechat.ts';
import { type Shown, showMachines } from '#features/demo/showroom/server/public.ts';
import { reportsContract } from '#features/insight/reports/contract.ts';
import { rewardsContract } from '#features/loyalty/rewards/contract.ts';
import { pairingContract } from '#features/machines/pairing/contract.ts';
import { useSimulatedMachines as offerSimulatedMachines } from '#features/machines/pairing/server/public.ts';
import { onboardingContract } from '#features/money/onboarding/contract.ts';
import { picture, sendPhoto } from '#features/money/onboarding/test/papers.ts';
import { walletContract } from '#features/money/wallet/contract.ts';
import { askWithdrawal } from '#features/money/wallet/server/ask-withdrawal.ts';
import { proven } from '#features/money/wallet/test/desk.ts';
import { earn } from '#features/money/wallet/test/purse.ts';
import { firstSite } from '#features/people/members/test/hall.ts';
import { tenantId } from '#features/selling/orders/test/arcade.ts';
import { remotecreditContract } from '#features/selling/remotecredit/contract.ts';
import { newId } from '#kit/kernel/ids.ts';
import { addDays, businessDay } from '#kit/kernel/time.ts';
import type { Recipes, Scene } from './scene.ts';

const logged = { again: 'done', writes: ['audit_entry'] } as const;
const merchant = (scene: Scene) => scene.staff('merchant');
const fresh = ({ arcade }: Scene) => arcade.staff();
const today = ({ arcade }: Scene) => businessDay(arcade.server.clock.now());

async function vouchers(scene: Scene): Promise<string> {
  const { id } = await (await fresh(scene)).call(rewardsContract.createVouchers, {
    ...{ name: 'a batch', fieldId: firstSite, amount: 20, pieces: 3, until: addDays(today(scene), 7) },
  });
  return id;
}

export const officeWishes: Recipes = {
  async 'uploads.uploadFile'(scene) {
    return { token: await merchant(scene), file: await picture(), again: 'done', writes: ['upload'] };
  },
  async 'uploads.uploadVideoOrImage'(scene) {
    return { token: await merchant(scene), file: await picture(), again: 'done', writes: ['upload'] };
  },
  async 'onboarding.uploadPhoto'(scene) {
    return {
      token: await merchant(scene),
      input: { kind: 'storeFront' },
      file: await picture(),
      again: 'done',
      writes: ['audit_entry', 'business_draft', 'business_photo', 'outbox'],
    };
  },
  async 'onboarding.viewPhoto'(scene) {
    const { data } = await sendPhoto(scene.arcade.server, 'merchant', 'storeFront');
    return { token: await merchant(scene), input: { id: data.id, reason: 'look' }, ...logged };
  },
  async 'onboarding.revealNumber'(scene) {
    const token = await scene.staff('merchant2');
    const { id } = await scene.arcade.server.withToken(token).call(onboardingContract.readBusinessData, {});
    return { token, input: { id, field: 'idCard', reason: 'look' }, ...logged };
  },
  async 'wallet.revealPayee'(scene) {
    const { server } = scene.arcade;
    await earn(server, 100_000);
    const { cards } = await (await fresh(scene)).call(walletContract.readWithdrawalChoices, {});
    const { id } = await askWithdrawal(await proven(server, 'merchant', tenantId), {
      ...{ amountFen: 10_000, target: 'bank', cardId: cards[0]!.id, requestId: newId() },
    });
    return { token: await scene.staff('admin'), input: { id }, ...logged };
  },
  async 'wechat.finishLink'(scene) {
    const { server } = scene.arcade;
    const { token } = await (await fresh(scene)).call(wechatContract.beginLink, {});
    return {
      input: await sayYes(server, server.withToken(undefined), token, '林小雨'),
      again: 'same',
    };
  },
  'firmware.publishImage': async (scene) => ({
    token: await scene.staff('admin'),
    input: { target: 'firmware', type: 'lottery', version: '9.1.1', notes: 'said again' },
    file: Buffer.from('an image'),
    again: 'refused',
  }),
  /** Machines hear both: the server keeps nothing of it. */
  async 'pairing.broadcastSmartConfig'(scene) {
    const { server } = scene.arcade;
    const ear = createSocket('udp4');
    ear.bind(0, '127.0.0.1');
    await once(ear, 'listening');
    offerSimulatedMachines(server.services, {
      waiting: () => [],
      smartConfig: { address: '127.0.0.1', port: (ear.address() as AddressInfo).port },
      bluetoothScript: 'http://127.0.0.1:1/bluetooth.js',
    });
    const { id } = await (await fresh(scene)).call(pairingContract.startPairing, { path: 'smartconfig' });
    return {
      token: await merchant(scene),
      input: { id, ssid: 'Mall', password: 'p@ssword 1' },
      again: 'done',
      undo: async () => ear.close(),
    };
  },
  async 'remotecredit.useLink'(scene) {
    const { id: equipmentId } = await scene.arcade.machine();
    const { token } = await (await fresh(scene)).call(remotecreditContract.createLink, {
      ...{ equipmentId, coins: 3, validHours: 24 },
    });
    return { input: { token }, again: 'refused' };
  },
  async 'reports.readStatement'(scene) {
    const { path } = await (await fresh(scene)).call(reportsContract.makeStatementLink, {
      ...{ fieldId: firstSite, from: addDays(today(scene), -6), to: today(scene), validDays: 1 },
    });
    return {
      input: { token: path.slice(path.indexOf('#') + 1) },
      again: 'done',
      writes: ['statement_link'],
    };
  },
  async 'rewards.printVouchers'(scene) {
    return { token: await merchant(scene), input: { batchId: await vouchers(scene) }, ...logged };
  },
  async 'rewards.takeVoucherCodes'(scene) {
    return { token: await merchant(scene), input: { batchId: await vouchers(scene) }, again: 'refused' };
  },
  /** A hand at a machine: the machine feels it twice, and the server keeps nothing of it. */
  async 'showroom.workMachine'({ arcade: { server } }) {
    const code = 'CW10001';
    let coins = 0;
    const machine = (): Shown => ({
      ...{ code, type: 'claw', plugged: true, online: true, busy: false, faults: [], stopped: false },
      ...{ fate: null, step: null, ending: null, pieces: coins, shownCode: null, lanes: [] },
      ...{ screen: null, slogan: '' },
      ...{ acts: ['feed'], can: ['feed'] },
    });
    showMachines(server.services, {
      codes: new Set([code]),
      isFree: () => true,
      look: machine,
      screenFile: () => undefined,
      work: () => ++coins > 0,
    });
    return { input: { code, act: 'feed' }, again: 'done' };
  },
};
