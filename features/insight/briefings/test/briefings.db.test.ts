/** Takings on home and summaries by message: for each account of what it may see, each summary once. */

import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { contentContract } from '#features/base/content/contract.ts';
import { teamContract } from '#features/base/team/contract.ts';
import { hireStaff } from '#features/base/team/test/hire-staff.ts';
import { wechatContract } from '#features/base/wechat/contract.ts';
import { linkWechat, personNamed } from '#features/base/wechat/test/link-wechat.ts';
import { reportsContract } from '#features/insight/reports/contract.ts';
import { wantDays, workOnFigures } from '#features/selling/figures/server/public.ts';
import type { Client } from '#kit/contract/client.ts';
import { addDays, businessDay, minuteMs } from '#kit/kernel/time.ts';
import { demoId } from '#kit/server/demo.ts';
import type { DemoUser } from '#kit/server/testing/harness.ts';
import { refusalOf } from '#kit/server/testing/refusal.ts';
import { testServer } from '#kit/server/testing/stage.ts';
import { briefingsContract as calls } from '../contract.ts';
import { duePeriods } from '../rules/due-rules.ts';
import { sendBriefings } from '../server/send-briefings.ts';

const { server, staff } = testServer();
const franchisee = staff('franchisee');
let today: string;
beforeAll(async () => {
  today = businessDay(server.clock.now());
  // the clock goes back to other hours of today here, and everybody was there before them
  await server.services.db.raw`update user_account set own_since = own_since - interval '2 days'`;
  // closes after midnight: its day begins at five, also that of its past
  const siteId = demoId('site:merchant:2');
  const { db, clock } = server.services;
  const [site] = await db.read.execute<{ tenantId: string }>(
    sql`select tenant_id as "tenantId" from site where id = ${siteId}`,
  );
  const days = { tenantId: site!.tenantId, siteId, timeZone: 'Asia/Tokyo', dayStart: 5 };
  await db.transaction((tx) => wantDays(tx, { ...days, userName: '', now: clock.now() }));
  while (await workOnFigures({ db, clock }));
});

const inChina = (day: string, time: string) => new Date(`${day}T${time}:00+08:00`);
const sites = (...numbers: number[]) => numbers.map((number) => demoId(`site:merchant:${number}`));

/** What each account may see, as the demo says it. */
const reach: Record<DemoUser, string> = {
  admin: 'true',
  agent: `l.tenant_id in (
    with recursive below as (
      select tenant_id as id from user_account where account = 'agent'
      union select t.id from tenant t join below b on t.agent_id = b.id) select id from below)`,
  merchant: `l.tenant_id = (select tenant_id from user_account where account = 'merchant')`,
  merchant2: `l.tenant_id = (select tenant_id from user_account where account = 'merchant2')`,
  franchisee: `l.site_id in (${sites(3, 4).map((id) => `'${id}'`)})`,
  clerk: `l.site_id in (${sites(1, 2).map((id) => `'${id}'`)})`,
};
const accounts = Object.keys(reach) as DemoUser[];

/** Income from the records themselves, beside everything that is added up. */
async function rawIncome(user: DemoUser, condition: ReturnType<typeof sql>): Promise<number> {
  const [found] = await server.services.db.read.execute<{ fen: string }>(sql`
    select coalesce(sum(case when l.measure like 'refund.%' then -l.amount else l.amount end), 0)::text as fen
    from figure_line l
    left join figure_site s on s.tenant_id = l.tenant_id and s.site_id = l.site_id
    where (l.measure like 'gross.%' or l.measure like 'refund.%' or l.measure = 'cash')
      and ${sql.raw(`(${reach[user]})`)} and ${condition}`);
  return Number(found?.fen);
}

const clock = sql`coalesce(s.time_zone, 'Asia/Shanghai')`;

describe('home', () => {
  it.each(accounts)(
    'tells %s of the same hours of earlier days, of what the account may see',
    async (user) => {
      const at = inChina(today, '18:40');
      const release = server.clock.hold(at);
      try {
        const told = await (await server.logIn(user)).call(calls.readToday, {});
        const untilHour = (back: number) =>
          rawIncome(
            user,
            sql`figure_day_of(l.at, s.time_zone, s.day_start)
              = figure_day_of(${at.toISOString()}::timestamptz, s.time_zone, s.day_start) - ${back}::int
            and (l.at at time zone ${clock})
              < (${inChina(today, '18:00').toISOString()}::timestamptz at time zone ${clock}) - make_interval(days => ${back}::int)`,
          );
        expect(told.hours).toEqual({
          until: inChina(today, '18:00').toISOString(),
          todayFen: await untilHour(0),
          yesterdayFen: await untilHour(1),
          lastWeekFen: await untilHour(7),
        });
        expect(told.hours.yesterdayFen).toBeGreaterThan(0);
        const ofToday = sql`figure_day_of(l.at, s.time_zone, s.day_start)
          = figure_day_of(${at.toISOString()}::timestamptz, s.time_zone, s.day_start)`;
        const ways = (...names: string[]) =>
          rawIncome(
            user,
            sql`${ofToday} and l.measure like any(${sql.raw(`array['${names.join("','")}']`)})`,
          );
        expect(told).toMatchObject({
          onlineFen: await ways('%.wechat', '%.alipay'),
          cashFen: await ways('%.counter', 'cash'),
          balanceFen: await ways('%.balance'),
          groupBuyFen: await ways('%.groupBuy'),
        });
        expect(told.onlineFen + told.cashFen + told.balanceFen + told.groupBuyFen).toBe(told.incomeFen);
      } finally {
        release();
      }
    },
  );

  it('adds up over merchants and sites, and ranks what the reader has', async () => {
    const told = new Map(
      await Promise.all(
        accounts.map(
          async (user) => [user, await (await server.as(user)).call(calls.readToday, {})] as const,
        ),
      ),
    );
    expect(told.get('admin')?.places.kind).toBe('merchant');
    expect(told.get('agent')?.places.kind).toBe('merchant');
    expect(told.get('clerk')?.places.kind).toBe('site');
    const named = told.get('clerk')?.places;
    const ids = [...(named?.best ?? []), ...(named?.worst ?? [])].map(({ id }) => id);
    expect(new Set(ids)).toEqual(new Set(sites(1, 2)));
    const alone = await (await server.as('merchant')).call(calls.readToday, { fieldId: sites(1)[0] });
    expect(alone.places.kind).toBe('device');
    expect(alone.days).toHaveLength(30);
    expect(alone.days.at(-1)?.day).toBe(addDays(today, -1));
  });

  it('of a site of somebody else it says nothing', async () => {
    const told = await (await server.as('merchant2')).call(calls.readToday, { fieldId: sites(1)[0] });
    expect([told.incomeFen, ...told.days.map(({ incomeFen }) => incomeFen)].every((fen) => fen === 0)).toBe(
      true,
    );
    expect(told.places.best).toEqual([]);
  });
});

describe('statistics', () => {
  it.each(accounts)('%s has the sum of what the account may see, however it is told apart', async (user) => {
    const client = await server.as(user);
    // site 2 counts its days otherwise since this test began, and its old days stand as they were
    const week = { from: addDays(today, -5), to: addDays(today, -2) };
    const { figures } = await client.call(reportsContract.readSummary, week);
    const expected = await rawIncome(
      user,
      sql`figure_day_of(l.at, null, null) between ${week.from}::date and ${week.to}::date`,
    );
    expect(figures.incomeFen).toBe(expected);
    expect(figures.incomeFen).toBeGreaterThan(0);
    for (const by of ['merchant', 'site', 'day'] as const) {
      const { records, pages } = await client.call(reportsContract.listFigures, { ...week, by, size: 500 });
      expect(pages).toBe(1);
      const total = records.reduce((sum, { incomeFen }) => sum + incomeFen, 0);
      expect([by, total]).toEqual([by, expected]);
    }
    const merchants = await client.call(reportsContract.listFigures, { ...week, by: 'merchant' });
    expect(merchants.records.every(({ merchantName }) => merchantName)).toBe(true);
  });
});

describe('the choice of summaries', () => {
  it('is kept for the person who made it', async () => {
    const clerk = await server.as('clerk');
    expect(await clerk.call(calls.readChoice, {})).toMatchObject({ periods: [], phone: '138****0006' });
    await clerk.call(calls.saveChoice, { periods: ['month', 'day'], ways: ['message', 'sms'] });
    expect(await clerk.call(calls.readChoice, {})).toMatchObject({
      periods: ['day', 'month'],
      ways: ['message', 'sms'],
    });
    const owner = await (await server.as('merchant')).call(calls.readChoice, {});
    expect(owner).toMatchObject({ periods: ['day', 'week', 'month'], ways: ['message'] });
  });

  it('is refused where it would reach nobody, and nothing changes', async () => {
    const refused = await refusalOf(franchisee.call(calls.saveChoice, { periods: ['day'], ways: [] }));
    expect(refused).toBe('briefings:error.noWay');
    expect(await franchisee.call(calls.readChoice, {})).toMatchObject({ periods: [], ways: ['message'] });
  });

  it('is WeChat only for who has linked one, and comes to the inbox when that is unlinked', async () => {
    const wanted = { periods: ['day' as const], ways: ['wechat' as const] };
    expect(await refusalOf(franchisee.call(calls.saveChoice, wanted))).toBe(
      'briefings:error.wechatNotLinked',
    );
    expect(await franchisee.call(calls.readChoice, {})).toMatchObject({ periods: [], wechat: 'none' });
    await linkWechat(server, franchisee, '张伟');
    await franchisee.call(calls.saveChoice, wanted);
    expect(await franchisee.call(calls.readChoice, {})).toMatchObject({ ...wanted, wechat: 'ready' });
    await franchisee.call(wechatContract.unlink, {});
    expect(await franchisee.call(calls.readChoice, {})).toMatchObject({ ways: ['message'], wechat: 'none' });
    await franchisee.call(calls.saveChoice, { periods: [], ways: ['message'] });
  });
});

describe('the preview', () => {
  it('says to each what they see', async () => {
    const yesterday = addDays(today, -1);
    const told = async (user: DemoUser) => (await server.as(user)).call(calls.previewBriefing, {});
    for (const user of ['merchant', 'clerk'] as const) {
      const { figures } = await (await server.as(user)).call(reportsContract.readSummary, {
        from: yesterday,
        to: yesterday,
      });
      const amount = (figures.incomeFen / 100).toLocaleString('en-US', { minimumFractionDigits: 2 });
      expect((await told(user))?.title).toContain(`¥${amount}`);
    }
  });

  it('counts what came up that day and is still open, for who may see alerts, where they may see them', async () => {
    const yesterday = addDays(today, -1);
    const raised = [
      [1, 'incomeLow', yesterday, '12:00', false],
      [1, 'offline', yesterday, '12:00', false],
      [3, 'lowCoins', yesterday, '23:30', false],
      // there it is half past four, and the day begins at five
      [2, 'offline', today, '03:30', false],
      [2, 'lowCoins', today, '04:30', false],
      [1, 'fault', yesterday, '12:00', true],
      [1, 'lowLane', addDays(today, -2), '12:00', false],
    ] as const;
    await server.services.db.transaction(async (tx) => {
      await tx.execute(sql`delete from alert`);
      for (const [site, kind, day, time, isOver] of raised)
        await tx.execute(sql`
          insert into alert (tenant_id, id, site_id, kind, subject, severity, data, opened_at, ended_at, end_reason)
          select tenant_id, gen_random_uuid(), id, ${kind}, ${`${site} ${time}`}, 'warning', '{}',
            ${inChina(day, time).toISOString()}::timestamptz, ${isOver ? sql`now()` : sql`null`}, ${isOver ? 'gone' : null}
          from site where id = ${sites(site)[0]}`);
    });
    const opened = async (client: Client) => {
      const told = await client.call(calls.previewBriefing, {});
      return told?.body.split('\n').find((line) => line.includes('still open'));
    };
    expect(await opened(await server.as('merchant'))).toBe(
      'Came up then and is still open: 1 anomaly; 3 alerts.',
    );
    const rights = ['briefings.view', 'alerts.view'];
    const owner = await server.as('merchant');
    const { client: here } = await hireStaff(server, owner, rights, sites(3));
    expect(await opened(here)).toBe('Came up then and is still open: 1 alert.');
    const { client: without } = await hireStaff(server, owner, ['briefings.view']);
    expect(await without.call(calls.previewBriefing, {})).not.toBeNull();
    expect(await opened(without)).toBeUndefined();
    // a right of merchants
    expect(await opened(await server.as('admin'))).toBeUndefined();
  });
});

describe('summaries', () => {
  const inbox = async (user: DemoUser) => {
    const { records } = await (await server.logIn(user, 'zh-cn')).call(contentContract.listMessages, {
      size: 100,
    });
    return records.filter(({ title }) => /^(昨日|上周|上月)小结/.test(title));
  };
  const texts = (phone: string) =>
    server.messages.filter((message) => message.phone === phone && message.params.income);
  const forgetDone = () => server.services.db.transaction((tx) => tx.execute(sql`delete from briefing_day`));

  it('go out at nine and once, however many servers send them how often', async () => {
    const due = duePeriods(today).length;
    let release = server.clock.hold(inChina(today, '08:59'));
    await sendBriefings(server.services);
    expect(await inbox('merchant')).toEqual([]);
    release();
    release = server.clock.hold(inChina(today, '09:01'));
    try {
      await Promise.all([sendBriefings(server.services), sendBriefings(server.services)]);
      expect(await inbox('merchant')).toHaveLength(due);
      // as after a death before the end, on another server
      await forgetDone();
      await server.restart();
      await sendBriefings(server.services);
      await sendBriefings(server.services);
      const got = await inbox('merchant');
      expect(got).toHaveLength(due);
      const ofDay = got.find(({ title }) => title.startsWith('昨日'));
      expect(ofDay?.link).toBe(`/business_statistics?from=${addDays(today, -1)}&to=${addDays(today, -1)}`);
      expect(await inbox('franchisee')).toEqual([]);
    } finally {
      release();
    }
  });

  it('say to a clerk what the clerk may see, in the inbox and once as a text', async () => {
    const release = server.clock.hold(inChina(today, '09:02'));
    try {
      const yesterday = addDays(today, -1);
      const { figures, contributions } = await (await server.logIn('clerk')).call(
        reportsContract.readSummary,
        { from: yesterday, to: yesterday },
      );
      const [message, ...others] = (await inbox('clerk')).filter(({ title }) => title.startsWith('昨日'));
      expect(others).toEqual([]);
      const amount = (figures.incomeFen / 100).toLocaleString('en-US', { minimumFractionDigits: 2 });
      expect(message?.title).toContain(`¥${amount}`);
      for (const { fieldName } of contributions) expect(message?.body).toContain(fieldName);
      expect(message?.body).toContain(`游戏 ${figures.plays} 次`);
      const whole = await (await server.logIn('merchant')).call(reportsContract.readSummary, {
        from: yesterday,
        to: yesterday,
      });
      expect(whole.figures.incomeFen).toBeGreaterThan(figures.incomeFen);
      const sent = texts('13800000006');
      expect(sent.filter(({ params }) => params.period === '昨日小结')).toHaveLength(1);
      expect(sent[0]?.params.income).toBe(`¥${amount}`);
    } finally {
      release();
    }
  });

  it('go out on the same day when nobody was there at nine; a text that may have gone is not sent again', async () => {
    const tomorrow = addDays(today, 1);
    const release = server.clock.hold(inChina(tomorrow, '17:30'));
    try {
      const before = (await inbox('merchant')).length;
      const textsBefore = texts('13800000006').length;
      await (await server.logIn('clerk')).call(calls.saveChoice, { periods: ['day'], ways: ['sms'] });
      const clerkBefore = (await inbox('clerk')).length;
      // a server died between handing it over and hearing of it
      await server.services.db.transaction((tx) =>
        tx.execute(sql`
          insert into briefing_sent (tenant_id, user_id, period, since, way, state, at)
          select tenant_id, id, 'day', ${today}::date, 'sms', 'sending', now() from user_account where account = 'clerk'`),
      );
      await sendBriefings(server.services);
      expect((await inbox('merchant')).length).toBe(before + duePeriods(tomorrow).length);
      expect(texts('13800000006')).toHaveLength(textsBefore);
      expect(await inbox('clerk')).toHaveLength(clerkBefore + 1);
    } finally {
      release();
    }
  });

  describe('in WeChat', () => {
    const control = () => server.services.demoPay.wechatLogin!.control;
    const got = (name: string) =>
      control()
        .sent()
        .filter((message) => message.name === name);
    const tomorrow = () => addDays(today, 1);
    const due = () => duePeriods(tomorrow()).length;
    const choose = async (user: DemoUser, ways: ('message' | 'sms' | 'wechat')[]) =>
      (await server.logIn(user)).call(calls.saveChoice, { periods: ['day', 'week', 'month'], ways });
    /** as if the morning came once more, at another hour: WeChat has forgotten the messages of the one before */
    const again = async (time: string) => {
      const release = server.clock.hold(inChina(tomorrow(), time));
      await server.services.db.transaction(async (tx) => {
        await tx.execute(sql`delete from briefing_day`);
        await tx.execute(sql`delete from briefing_sent`);
      });
      return release;
    };
    /** how many came since, in the owner's inbox and to 林小雨 */
    const countFrom = async () => {
      const before = [(await inbox('merchant')).length, got('林小雨').length] as const;
      return async () => [(await inbox('merchant')).length - before[0], got('林小雨').length - before[1]];
    };

    it('come once, with what the person sees, and the page they open', async () => {
      const release = await again('18:00');
      try {
        await choose('clerk', ['message']);
        await linkWechat(server, await server.logIn('merchant'), '林小雨');
        await choose('merchant', ['wechat']);
        const came = await countFrom();
        await Promise.all([sendBriefings(server.services), sendBriefings(server.services)]);
        await forgetDone();
        await sendBriefings(server.services);
        expect(await came()).toEqual([0, due()]);
        const { figures } = await (await server.logIn('merchant')).call(reportsContract.readSummary, {
          from: today,
          to: today,
        });
        const ofDay = got('林小雨').find(({ lines }) => lines[0]?.value === '昨日小结');
        expect(ofDay?.lines[1]).toEqual({ label: '收入', value: `¥${(figures.incomeFen / 100).toFixed(2)}` });
        const { pathname, search } = new URL(ofDay!.url);
        expect(pathname + search).toBe(`/business_statistics?from=${today}&to=${today}`);
      } finally {
        release();
      }
    });

    it('whose answer was lost are said again and arrive once', async () => {
      const release = await again('19:00');
      try {
        const came = await countFrom();
        await server.services.wechat!.jsapiTicket();
        control().loseAnswers(due());
        await sendBriefings(server.services);
        expect(await came()).toEqual([0, due()]);
        server.clock.forward(5 * minuteMs);
        await sendBriefings(server.services);
        await forgetDone();
        await sendBriefings(server.services);
        expect(await came()).toEqual([0, due()]);
      } finally {
        release();
      }
    });

    it('that nobody can tell of after ten minutes stand in the inbox, and are not said again', async () => {
      const release = await again('20:00');
      try {
        const came = await countFrom();
        control().outage(true);
        await sendBriefings(server.services);
        server.clock.forward(5 * minuteMs);
        await sendBriefings(server.services);
        expect(await came()).toEqual([0, 0]);
        server.clock.forward(5 * minuteMs);
        await sendBriefings(server.services);
        expect(await came()).toEqual([due(), 0]);
        control().outage(false);
        await forgetDone();
        await sendBriefings(server.services);
        expect(await came()).toEqual([due(), 0]);
      } finally {
        control().outage(false);
        release();
      }
    });

    it('stand in the inbox of who does not follow, which the page says until one arrives', async () => {
      const { openId } = personNamed('林小雨');
      const own = async () => (await server.logIn('merchant')).call(wechatContract.readOwnLink, {});
      let release = await again('21:00');
      try {
        control().follow(openId, false);
        const came = await countFrom();
        await sendBriefings(server.services);
        expect(await came()).toEqual([due(), 0]);
        expect(await own()).toMatchObject({ notFollowingSince: server.clock.now().toISOString() });
        control().follow(openId, true);
        release();
        release = await again('21:30');
        await sendBriefings(server.services);
        expect(await came()).toEqual([due(), due()]);
        expect(await own()).toMatchObject({ notFollowingSince: null });
      } finally {
        control().follow(openId, true);
        release();
      }
    });

    it('can be tried at once, which says whether they arrive', async () => {
      const { openId } = personNamed('林小雨');
      const release = await again('21:45');
      try {
        const owner = await server.logIn('merchant');
        const came = await countFrom();
        await owner.call(calls.tryWechat, {});
        await owner.call(calls.tryWechat, {});
        expect(await came()).toEqual([0, 1]);
        control().follow(openId, false);
        server.clock.forward(minuteMs);
        expect(await refusalOf(owner.call(calls.tryWechat, {}))).toBe('briefings:error.wechatNotFollowing');
        expect(await owner.call(wechatContract.readOwnLink, {})).toMatchObject({
          notFollowingSince: expect.any(String),
        });
        control().follow(openId, true);
        control().outage(true);
        expect(await refusalOf(owner.call(calls.tryWechat, {}))).toBe('briefings:error.wechatUnclear');
        control().outage(false);
        await owner.call(calls.tryWechat, {});
        expect(await came()).toEqual([0, 2]);
        const stranger = await server.logIn('franchisee');
        expect(await refusalOf(stranger.call(calls.tryWechat, {}))).toBe('briefings:error.wechatNotLinked');
      } finally {
        control().outage(false);
        control().follow(openId, true);
        release();
      }
    });

    it('go no more to a WeChat that was unlinked, nor to who was removed', async () => {
      let release = await again('22:00');
      try {
        // one WeChat serves both
        await linkWechat(server, await server.logIn('clerk'), '林小雨');
        await choose('clerk', ['wechat']);
        const came = await countFrom();
        await sendBriefings(server.services);
        expect(await came()).toEqual([0, 2 * due()]);
        release();
        release = await again('22:30');
        const owner = await server.logIn('merchant');
        await owner.call(wechatContract.unlink, {});
        await owner.call(teamContract.removeStaff, { ids: [demoId('user:clerk')] });
        await sendBriefings(server.services);
        expect(await came()).toEqual([due(), 2 * due()]);
      } finally {
        release();
      }
    });
  });
});
