import { addDays, businessDay, dayMs } from '#kit/kernel/time.ts';
import type { StaffContext } from '#kit/server/context.ts';
import type { Tx } from '#kit/server/database.ts';
import { type DemoPart, demoId, demoTenants } from '#kit/server/demo.ts';
import { tenantScope } from '#kit/server/scope.ts';
import type { Services } from '#kit/server/services.ts';
import { userTypes } from '#kit/server/session.ts';
import type { ReceiverKind, ReceiverWay } from './contract/shared.ts';
import { writeReceiver } from './server/receiver-handlers.ts';
import { saveVersion } from './server/rule-handlers.ts';
import { runSite } from './server/run-site.ts';
import { settleReceiver } from './server/settlement-handlers.ts';
import { shareFeesSince } from './server/share-agent-fees.ts';

const tenantId = demoTenants.merchant;
const scope = tenantScope(tenantId) as { kind: 'tenant'; tenantId: string; siteIds: null };
const siteId = (number: number) => demoId(`site:merchant:${number}`);

/** The shop's own services, in the seeding transaction and at a time of the past. */
function servicesAt(tx: Tx, services: Services, daysAgo: number): Services {
  const at = new Date(services.clock.now().getTime() - daysAgo * dayMs);
  const db = {
    ...services.db,
    read: tx,
    transaction: <T>(work: (inner: Tx) => Promise<T>) => work(tx),
  };
  return { ...services, db, clock: { now: () => at } };
}

function owner(tx: Tx, services: Services, daysAgo: number): StaffContext {
  const past = servicesAt(tx, services, daysAgo);
  return {
    services: past,
    db: past.db,
    clock: past.clock,
    address: '127.0.0.1',
    session: {
      kind: 'staff',
      userId: demoId('user:merchant'),
      tenantId,
      realm: 'merchant',
      userType: userTypes.merchant,
      account: 'merchant',
      name: '陈立新',
      permissions: new Set<string>(),
      scope,
    },
  } as unknown as StaffContext;
}

interface DemoReceiver {
  kind: ReceiverKind;
  name: string;
  phone: string;
  way: ReceiverWay;
  userId?: string;
  agentId?: string;
}

const people = {
  owner: { kind: 'owner', name: '星光天地商管', phone: '13800000041', way: 'account' },
  franchisee: {
    kind: 'franchisee',
    name: '吴海波',
    phone: '13800000005',
    way: 'wallet',
    userId: demoId('user:franchisee'),
  },
  agent: {
    kind: 'agent',
    name: '华东区域代理',
    phone: '13800000002',
    way: 'wallet',
    agentId: demoTenants.agent,
  },
} satisfies Record<string, DemoReceiver>;

/** Who is paid by WeChat; where the demo has no WeChat, the money is kept here. */
const partner = (services: Services) => ({
  kind: 'partner' as const,
  name: '赵晓峰',
  phone: '13800000042',
  ...(services.channels.wechat
    ? {
        way: 'wechat' as const,
        wechatType: 'PERSONAL_OPENID' as const,
        wechatAccount: 'oDemoPartner_zhaoxiaofeng01',
      }
    : { way: 'account' as const }),
});

const part: DemoPart = {
  order: 97,
  async seed(tx, services) {
    const begin = owner(tx, services, 8);
    const add = (input: Parameters<typeof writeReceiver>[3]) => writeReceiver(tx, begin, scope, input);
    const placeOwner = await add(people.owner);
    const franchisee = await add(people.franchisee);
    const agent = await add(people.agent);
    const zhao = await add(partner(services));
    const today = businessDay(services.clock.now());
    const terms = { deductFee: true, includeCash: false };
    await saveVersion(begin, {
      ...terms,
      fieldId: siteId(1),
      effectiveFrom: addDays(today, -7),
      costs: [{ name: '场租', kind: 'perDay', amountFen: 2000 }],
      ratios: [
        { receiverId: placeOwner, basisPoints: 2500 },
        { receiverId: agent, basisPoints: 500 },
      ],
      note: '与商场签约，先扣场租再分成',
    });
    await saveVersion(begin, {
      ...terms,
      fieldId: siteId(2),
      effectiveFrom: addDays(today, -7),
      costs: [],
      ratios: [{ receiverId: franchisee, basisPoints: 2000 }],
    });
    // from yesterday on a partner gets a part too, whom WeChat does not know yet
    await saveVersion(owner(tx, services, 3), {
      ...terms,
      fieldId: siteId(2),
      effectiveFrom: addDays(today, -1),
      costs: [{ name: '耗材', kind: 'percent', basisPoints: 200 }],
      ratios: [
        { receiverId: franchisee, basisPoints: 2000 },
        { receiverId: zhao, basisPoints: 500 },
      ],
      note: '引入合伙人',
    });
    const now = servicesAt(tx, services, 0);
    for (const number of [1, 2])
      await runSite(now, { tenantId, siteId: siteId(number) }, { open: false, retry: false });
    await shareFeesSince(now, addDays(today, -7));
    await settleReceiver(owner(tx, services, 0), {
      receiverId: placeOwner,
      amountFen: 1000,
      note: '银行转账',
      requestId: demoId('share-settlement:1'),
    });
  },
};
export default part;
