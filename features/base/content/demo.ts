import { tenantName, userByAccount } from '#features/base/accounts/server/public.ts';
import { type Language, languages } from '#kit/kernel/language.ts';
import { hourMs } from '#kit/kernel/time.ts';
import type { Tx } from '#kit/server/database.ts';
import { type DemoPart, demoId, demoTenants } from '#kit/server/demo.ts';
import type { Services } from '#kit/server/services.ts';
import { writeSettings } from './server/key-data-queries.ts';
import { markRead } from './server/message-queries.ts';
import { systemMessages } from './tables.ts';

type Row = typeof systemMessages.$inferInsert;
interface DemoMessage {
  name: string;
  hoursAgo: number;
  level: Row['level'];
  link?: string;
  to: Pick<Row, 'audience' | 'audienceRealm' | 'audienceTenantId'> & { account?: string };
}

const messages: readonly DemoMessage[] = [
  { name: 'welcome', hoursAgo: 72, level: 'info', link: '/operation_manual', to: { audience: 'everyone' } },
  {
    name: 'hours',
    hoursAgo: 30,
    level: 'notice',
    link: '/tfaddress',
    to: { audience: 'realm', audienceRealm: 'merchant' },
  },
  {
    name: 'roles',
    hoursAgo: 8,
    level: 'info',
    link: '/account_job',
    to: { audience: 'tenant', audienceTenantId: demoTenants.merchant },
  },
  {
    name: 'shares',
    hoursAgo: 20,
    level: 'notice',
    link: '/agent_list',
    to: { audience: 'realm', audienceRealm: 'agent' },
  },
  {
    name: 'reviews',
    hoursAgo: 3,
    level: 'warning',
    link: '/platform_review',
    to: { audience: 'realm', audienceRealm: 'platform' },
  },
  { name: 'clerk', hoursAgo: 5, level: 'info', to: { audience: 'user', account: 'clerk' } },
];

async function insertMessage(tx: Tx, services: Services, message: DemoMessage): Promise<void> {
  const { account, ...to } = message.to;
  const user = account ? await userByAccount(tx, account) : undefined;
  if (account && !user) return;
  const tenant = to.audienceTenantId ? await tenantName(tx, to.audienceTenantId) : undefined;
  const say = (language: Language, part: 'title' | 'body') =>
    services.texts.say(language, `content:demo.${message.name}.${part}`);
  const [zh, en] = languages;
  await tx.insert(systemMessages).values({
    id: demoId(`message:${message.name}`),
    createdAt: new Date(services.clock.now().getTime() - message.hoursAgo * hourMs),
    ...to,
    audienceUserId: user?.id,
    audienceLabel: user?.name ?? tenant ?? '',
    level: message.level,
    titleZh: say(zh, 'title'),
    titleEn: say(en, 'title'),
    bodyZh: say(zh, 'body'),
    bodyEn: say(en, 'body'),
    link: message.link,
    senderName: services.texts.say(zh, 'content:demo.sender'),
  });
}

const demo: DemoPart = {
  order: 40,
  async seed(tx, services) {
    for (const message of messages) await insertMessage(tx, services, message);
    const merchant = await userByAccount(tx, 'merchant');
    if (merchant)
      await markRead(
        tx,
        {
          userId: merchant.id,
          tenantId: demoTenants.merchant,
          realm: 'merchant',
          since: new Date(0),
          closedPaths: [],
        },
        services.clock.now(),
        demoId('message:welcome'),
      );
    const contact = new Map([
      ['help.phone', '400-800-1234'],
      ['help.hours', '9:00-21:00'],
    ]);
    await writeSettings(tx, demoTenants.platform, contact, services.clock.now());
  },
};
export default demo;
