import { boundCards } from '#features/money/onboarding/server/public.ts';
import { dayMs, hourMs } from '#kit/kernel/time.ts';
import type { StaffContext } from '#kit/server/context.ts';
import type { Tx } from '#kit/server/database.ts';
import { type DemoPart, demoId, demoTenants } from '#kit/server/demo.ts';
import { platformScope, tenantScope } from '#kit/server/scope.ts';
import type { Services } from '#kit/server/services.ts';
import { type UserType, userTypes } from '#kit/server/session.ts';
import { adjustmentHandlers } from './server/adjustment-handlers.ts';
import { askWithdrawal } from './server/ask-withdrawal.ts';
import { decideWithdrawal } from './server/decide-withdrawal.ts';
import { depositHandlers } from './server/deposit-handlers.ts';
import { setRates } from './server/set-rates.ts';
import { settlementHandlers } from './server/settlement-handlers.ts';
import { transferMoney } from './server/transfer-money.ts';
import { walletHandlers } from './server/wallet-handlers.ts';

interface Person {
  account: string;
  tenantId: string;
  name: string;
  userType: UserType;
  realm: 'platform' | 'agent' | 'merchant';
}

const people = {
  admin: {
    account: 'admin',
    tenantId: demoTenants.platform,
    name: '平台管理员',
    userType: userTypes.platform,
    realm: 'platform',
  },
  agent: {
    account: 'agent',
    tenantId: demoTenants.agent,
    name: '华东区域代理',
    userType: userTypes.agent,
    realm: 'agent',
  },
  merchant: {
    account: 'merchant',
    tenantId: demoTenants.merchant,
    name: '陈立新',
    userType: userTypes.merchant,
    realm: 'merchant',
  },
} satisfies Record<string, Person>;

/** The same calls that people make, in the seeding transaction and at a time of the past. */
function acting(tx: Tx, services: Services, person: Person, hoursAgo: number): StaffContext {
  const at = new Date(services.clock.now().getTime() - hoursAgo * hourMs);
  const clock = { now: () => at };
  const past: Services = { ...services, clock };
  const scope = person.realm === 'platform' ? platformScope : tenantScope(person.tenantId);
  return {
    services: past,
    clock,
    address: '127.0.0.1',
    db: { ...services.db, read: tx, transaction: (work: (inner: Tx) => Promise<unknown>) => work(tx) },
    session: { ...person, userId: demoId(`user:${person.account}`), scope },
  } as unknown as StaffContext;
}

const subAgentEast = '100004';
const hoursPerDay = dayMs / hourMs;

async function seedRates(tx: Tx, services: Services): Promise<void> {
  const admin = acting(tx, services, people.admin, 30 * hoursPerDay);
  const agent = acting(tx, services, people.agent, 20 * hoursPerDay);
  await setRates(admin, { tenantId: demoTenants.agent, wechatBasisPoints: 38, alipayBasisPoints: 40 });
  await setRates(agent, { tenantId: subAgentEast, wechatBasisPoints: 45, alipayBasisPoints: 45 });
}

const part: DemoPart = {
  order: 95,
  async seed(tx, services) {
    const at = (person: Person, hoursAgo: number) => acting(tx, services, person, hoursAgo);
    await seedRates(tx, services);
    // before the first order of the demo
    const opening = services.config.demoDays + 5;
    await adjustmentHandlers.adjustMoney(at(people.admin, opening * hoursPerDay), {
      tenantId: demoTenants.merchant,
      direction: 'return',
      amountFen: 2_000_00,
      reason: '新商户开业补贴',
      requestId: demoId('wallet subsidy'),
    });
    await depositHandlers.payDeposit(at(people.merchant, (opening - 1) * hoursPerDay), {
      requestId: demoId('wallet deposit'),
    });
    const { id: walletId } = await walletHandlers.saveWallet(at(people.merchant, 10 * hoursPerDay), {
      name: '景区专户',
    });
    await settlementHandlers.settleSite(at(people.merchant, 10 * hoursPerDay), {
      fieldId: demoId('site:merchant:5'),
      walletId,
    });
    await transferMoney(at(people.merchant, 9 * hoursPerDay), {
      toWalletId: walletId,
      amountFen: 300_00,
      remark: '备用金',
      requestId: demoId('wallet transfer'),
    });
    await seedWithdrawals(tx, services);
  },
};

async function seedWithdrawals(tx: Tx, services: Services): Promise<void> {
  const scope = tenantScope(demoTenants.merchant);
  const [card] = await boundCards(tx, services, scope, demoId('user:merchant'));
  if (!card) return;
  const ask = (name: string, amountFen: number, hoursAgo: number) =>
    askWithdrawal(acting(tx, services, people.merchant, hoursAgo), {
      amountFen,
      target: 'bank',
      cardId: card.id,
      requestId: demoId(`wallet withdrawal ${name}`),
    });
  const decide = (
    id: string,
    hoursAgo: number,
    action: 'take' | 'approve' | 'paid' | 'reject',
    more: { reason?: string; bankReference?: string } = {},
  ) => decideWithdrawal(acting(tx, services, people.admin, hoursAgo), { id, action, ...more });
  const paid = await ask('passed', 260_00, 6 * hoursPerDay);
  await decide(paid.id, 6 * hoursPerDay - 2, 'take');
  await decide(paid.id, 6 * hoursPerDay - 3, 'approve');
  await decide(paid.id, 6 * hoursPerDay - 5, 'paid', { bankReference: '2026111500018842' });
  const rejected = await ask('rejected', 180_00, 4 * hoursPerDay);
  await decide(rejected.id, 4 * hoursPerDay - 4, 'reject', {
    reason: '开户支行信息不完整，请补充后重新申请',
  });
  await ask('untreated', 120_00, 2);
}
export default part;
