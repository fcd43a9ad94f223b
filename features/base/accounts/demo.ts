import { sql } from 'drizzle-orm';
import type { Realm } from '#kit/contract/endpoint.ts';
import { dayMs } from '#kit/kernel/time.ts';
import type { Tx } from '#kit/server/database.ts';
import { type DemoPart, demoId, demoPassword, demoTenants } from '#kit/server/demo.ts';
import type { Services } from '#kit/server/services.ts';
import { type UserType, userTypes } from '#kit/server/session.ts';
import { createDefaultRoles, type DefaultRole } from './server/default-roles.ts';
import { type PasswordColumns, passwordColumns } from './server/password-wire.ts';
import { insertTenant, updateTenant } from './server/tenant-queries.ts';
import { insertUser, replaceSites } from './server/user-queries.ts';

const { platform, agent, merchant, merchant2 } = demoTenants;
/** Tenants beyond the fixed ones; numbers of real registrations follow after them. */
const subAgentEast = '100004';
const subAgentSouth = '100005';
const newcomer = '100006';
const lastTenantNumber = 100_006;

interface DemoTenant {
  id: string;
  realm: Realm;
  name: string;
  agentId?: string;
  shareBasisPoints?: number;
  reviewState?: 'untreated' | 'passed';
  daysOld: number;
}

const tenants: DemoTenant[] = [
  { id: agent, realm: 'agent', name: '华东区域代理', shareBasisPoints: 3000, daysOld: 400 },
  {
    id: subAgentEast,
    realm: 'agent',
    name: '苏州分代理',
    agentId: agent,
    shareBasisPoints: 1200,
    daysOld: 210,
  },
  {
    id: subAgentSouth,
    realm: 'agent',
    name: '宁波分代理',
    agentId: agent,
    shareBasisPoints: 800,
    daysOld: 120,
  },
  { id: merchant, realm: 'merchant', name: '欢乐抓抓乐园', agentId: agent, daysOld: 300 },
  { id: merchant2, realm: 'merchant', name: '星河电玩', agentId: subAgentEast, daysOld: 90 },
  { id: newcomer, realm: 'merchant', name: '糖果盒子娃娃屋', reviewState: 'untreated', daysOld: 1 },
];

interface DemoUser {
  account: string;
  tenantId: string;
  userType: UserType;
  name: string;
  realName: string;
  phone: string;
  role?: DefaultRole;
  sites?: string[];
}

const users: DemoUser[] = [
  {
    account: 'admin',
    tenantId: platform,
    userType: userTypes.platform,
    name: '平台管理员',
    realName: '周明远',
    phone: '13800000001',
  },
  {
    account: 'agent',
    tenantId: agent,
    userType: userTypes.agent,
    name: '华东区域代理',
    realName: '沈国华',
    phone: '13800000002',
  },
  {
    account: 'merchant',
    tenantId: merchant,
    userType: userTypes.merchant,
    name: '陈立新',
    realName: '陈立新',
    phone: '13800000003',
  },
  {
    account: 'merchant2',
    tenantId: merchant2,
    userType: userTypes.merchant,
    name: '林晓彤',
    realName: '林晓彤',
    phone: '13800000004',
  },
  {
    account: 'franchisee',
    tenantId: merchant,
    userType: userTypes.franchisee,
    name: '吴海波',
    realName: '吴海波',
    phone: '13800000005',
    role: 'franchisee',
    sites: ['site:merchant:3', 'site:merchant:4'],
  },
  {
    account: 'clerk',
    tenantId: merchant,
    userType: userTypes.staff,
    name: '刘小雨',
    realName: '刘雨',
    phone: '13800000006',
    role: 'cashier',
    sites: ['site:merchant:1', 'site:merchant:2'],
  },
  {
    account: 'manager',
    tenantId: merchant,
    userType: userTypes.staff,
    name: '孙志强',
    realName: '孙志强',
    phone: '13800000007',
    role: 'manager',
    sites: ['site:merchant:1', 'site:merchant:2', 'site:merchant:3'],
  },
  {
    account: 'restocker',
    tenantId: merchant,
    userType: userTypes.staff,
    name: '赵铁柱',
    realName: '赵铁柱',
    phone: '13800000008',
    role: 'restocker',
    sites: ['site:merchant:2', 'site:merchant:5'],
  },
  {
    account: 'suzhou',
    tenantId: subAgentEast,
    userType: userTypes.agent,
    name: '苏州分代理',
    realName: '顾文斌',
    phone: '13800000009',
  },
  {
    account: 'ningbo',
    tenantId: subAgentSouth,
    userType: userTypes.agent,
    name: '宁波分代理',
    realName: '黄丽娟',
    phone: '13800000010',
  },
  {
    account: 'candybox',
    tenantId: newcomer,
    userType: userTypes.merchant,
    name: '何佳怡',
    realName: '何佳怡',
    phone: '13800000011',
  },
];

const roleId = (tenantId: string, role: DefaultRole) => demoId(`role:${tenantId}:${role}`);
const userId = (account: string) => demoId(`user:${account}`);

async function seedTenants(tx: Tx, services: Services, now: Date): Promise<void> {
  for (const { daysOld, ...tenant } of tenants) {
    const createdAt = new Date(now.getTime() - daysOld * dayMs);
    await insertTenant(tx, { ...tenant, createdAt });
    if (tenant.realm === 'merchant')
      await createDefaultRoles(tx, services, tenant.id, 'zh-cn', (role) => roleId(tenant.id, role));
  }
  await tx.execute(sql`select setval('tenant_number', ${lastTenantNumber})`);
  await updateTenant(tx, merchant, { servicePhone: '400-820-0003' });
  await updateTenant(tx, newcomer, { inviterPhone: '13800000002' });
}

async function seedUsers(tx: Tx, password: PasswordColumns, now: Date): Promise<void> {
  for (const [index, { role, sites, ...user }] of users.entries()) {
    await insertUser(tx, user.tenantId, {
      ...user,
      ...password,
      id: userId(user.account),
      createdAt: new Date(now.getTime() - (users.length - index) * 7 * dayMs),
      roleId: role ? roleId(user.tenantId, role) : null,
      allSites: user.userType === userTypes.merchant,
    });
    await replaceSites(tx, user.tenantId, userId(user.account), (sites ?? []).map(demoId));
  }
}

const part: DemoPart = {
  order: 10,
  async seed(tx, services) {
    const now = services.clock.now();
    // One hash for all: they share the password anyway, and the first start should be quick.
    const password = await passwordColumns(services, demoPassword, now);
    await seedTenants(tx, services, now);
    await seedUsers(tx, password, now);
  },
};
export default part;
