import { afterAll, beforeAll, expect, it } from 'vitest';
import { sitesContract } from '#features/base/sites/contract.ts';
import { hireStaff } from '#features/base/team/test/hire-staff.ts';
import { prizesContract } from '#features/insight/prizes/contract.ts';
import { figuresContract } from '#features/selling/figures/contract.ts';
import { readFigures, workOnFigures } from '#features/selling/figures/server/public.ts';
import { writeRents } from '#features/selling/sharing/server/public.ts';
import type { Client } from '#kit/contract/client.ts';
import type { OutputOf } from '#kit/contract/endpoint.ts';
import { addDays, businessDay } from '#kit/kernel/time.ts';
import { demoId, demoTenants } from '#kit/server/demo.ts';
import { tenantScope } from '#kit/server/scope.ts';
import { startTestServer, type TestServer } from '#kit/server/testing/harness.ts';
import { refusalOf } from '#kit/server/testing/refusal.ts';
import { recordFigures } from '../contract/records.ts';
import { groupings } from '../contract/shared.ts';
import { reportsContract as calls } from '../contract.ts';

const firstSite = demoId('site:merchant:1');
type Row = OutputOf<typeof calls.listFigures>['records'][number];

/** The field of the statistics that shows a figure. */
const fieldOf = {
  plays: 'plays',
  wins: 'wins',
  coinsIn: 'coinsIn',
  coinsOut: 'coinsOut',
  giftCost: 'giftCostFen',
  shares: 'sharesFen',
} as const;

let server: TestServer;
let merchant: Client;
let today: string;
beforeAll(async () => {
  server = await startTestServer();
  merchant = await server.as('merchant');
  today = businessDay(server.clock.now());
  while (await writeRents(server.services));
});
afterAll(() => server.close());

/** The demo tells of seven days; today is still going on. */
const week = () => ({ from: addDays(today, -7), to: addDays(today, -1) });
const total = (amounts: readonly number[]) => amounts.reduce((sum, amount) => sum + amount, 0);

async function allRows(by: (typeof groupings)[number], more: object = {}): Promise<Row[]> {
  const rows: Row[] = [];
  for (let current = 1; ; current++) {
    const page = await merchant.call(calls.listFigures, { ...week(), ...more, by, current, size: 20 });
    rows.push(...page.records);
    if (current >= page.pages) break;
  }
  return rows;
}

it('statistics say of any days and site what the income details say', async () => {
  for (const days of [week(), { from: addDays(today, -3), to: addDays(today, -3) }])
    for (const place of [{}, { fieldId: firstSite }]) {
      const { figures, sources } = await merchant.call(calls.readSummary, { ...days, ...place });
      const details = await merchant.call(figuresContract.readIncome, { ...days, ...place });
      const { grossFen, refundFen, incomeFen, feeFen, netFen } = figures;
      expect({ grossFen, refundFen, incomeFen, feeFen, netFen }).toEqual({
        grossFen: details.total.grossFen,
        refundFen: details.total.refundFen,
        incomeFen: details.total.incomeFen,
        feeFen: details.total.feeFen,
        netFen: details.total.netFen,
      });
      expect(incomeFen).toBeGreaterThan(0);
      for (const { source, incomeFen: ofSource } of details.sources)
        expect(sources.find((row) => row.source === source)?.incomeFen ?? 0).toBe(ofSource);
      expect(total(sources.map((row) => row.netFen))).toBe(netFen);
    }
});

it('told apart by anything, figures add up to the whole', async () => {
  const { figures } = await merchant.call(calls.readSummary, week());
  expect(figures.plays).toBeGreaterThan(0);
  expect(figures.machineDays).toBeGreaterThan(0);
  const names = [
    'incomeFen',
    'feeFen',
    'sharesFen',
    'giftCostFen',
    'plays',
    'coinsIn',
    'machineDays',
  ] as const;
  for (const by of groupings) {
    const rows = await allRows(by);
    expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
    for (const name of names)
      expect([by, name, total(rows.map((row) => row[name]))]).toEqual([by, name, figures[name]]);
  }
});

it('behind every figure of income stand its very orders, to the fen', async () => {
  const narrowed = {
    site: ({ fieldId }: Row) => ({ fieldId }),
    device: ({ equipmentId }: Row) => ({ equipmentId }),
    type: ({ type }: Row) => ({ type }),
    day: ({ period }: Row) => ({ from: period, to: period }),
  };
  for (const [by, narrow] of Object.entries(narrowed)) {
    const rows = (await allRows(by as keyof typeof narrowed)).filter(({ id }) => id !== '');
    expect(rows.length).toBeGreaterThan(1);
    for (const row of rows.slice(0, 6)) {
      const input = { ...week(), ...narrow(row) } as object;
      const sum = await merchant.call(calls.sumEntries, input);
      expect([by, row.id, sum.incomeFen, sum.feeFen]).toEqual([by, row.id, row.incomeFen, row.feeFen]);
      for (const figure of recordFigures) {
        const { amount } = await merchant.call(calls.sumRecords, { ...input, figure });
        expect([by, row.id, figure, amount]).toEqual([by, row.id, figure, row[fieldOf[figure]]]);
      }
    }
  }
});

it('the list of orders behind a figure comes to what it says above', async () => {
  const input = { ...week(), fieldId: firstSite };
  const sum = await merchant.call(calls.sumEntries, input);
  const first = await merchant.call(calls.listEntries, { ...input, size: 500 });
  expect(first.total).toBe(sum.entries);
  const records = [...first.records];
  for (let current = 2; current <= first.pages; current++)
    records.push(...(await merchant.call(calls.listEntries, { ...input, size: 500, current })).records);
  for (const name of ['grossFen', 'refundFen', 'incomeFen', 'feeFen', 'netFen'] as const)
    expect([name, total(records.map((row) => row[name]))]).toEqual([name, sum[name]]);
  const refunded = await merchant.call(calls.listEntries, { ...input, kind: 'refunded' });
  expect(refunded.records.every(({ kind, grossFen }) => kind === 'refunded' && grossFen === 0)).toBe(true);
});

it('every figure that leads somewhere leads to records that add up to it', async () => {
  for (const place of [{}, { fieldId: firstSite }, { type: 'claw' as const }]) {
    const { figures, sources } = await merchant.call(calls.readSummary, { ...week(), ...place });
    const all = await merchant.call(calls.sumEntries, { ...week(), ...place });
    expect([all.incomeFen, all.netFen]).toEqual([figures.incomeFen, figures.netFen]);
    const refunds = await merchant.call(calls.sumEntries, { ...week(), ...place, figure: 'refund' });
    expect(refunds.refundFen).toBe(figures.refundFen);
    const fees = await merchant.call(calls.sumEntries, { ...week(), ...place, figure: 'fee' });
    expect(fees.feeFen).toBe(figures.feeFen);
    for (const { source, ...sums } of sources) {
      const of = await merchant.call(calls.sumEntries, { ...week(), ...place, payWay: source });
      expect([source, of.incomeFen, of.netFen]).toEqual([source, sums.incomeFen, sums.netFen]);
    }
    for (const figure of recordFigures) {
      const { amount } = await merchant.call(calls.sumRecords, { ...week(), ...place, figure });
      expect([place, figure, amount]).toEqual([place, figure, figures[fieldOf[figure]]]);
    }
  }
  const { figures } = await merchant.call(calls.readSummary, week());
  for (const figure of recordFigures) expect([figure, figures[fieldOf[figure]] > 0]).toEqual([figure, true]);
});

it('the records behind a figure come to what it says above, page by page', async () => {
  for (const figure of recordFigures) {
    const input = { ...week(), fieldId: firstSite, figure };
    const sum = await merchant.call(calls.sumRecords, input);
    const ids = new Set<string>();
    let amount = 0;
    for (let current = 1; ; current++) {
      const page = await merchant.call(calls.listRecords, { ...input, size: 500, current });
      for (const { id, count, amountFen, fieldId, day } of page.records) {
        ids.add(id);
        amount += (count ?? 0) + (amountFen ?? 0);
        expect([fieldId, day >= input.from && day <= input.to]).toEqual([firstSite, true]);
      }
      if (current >= page.pages) break;
    }
    expect([figure, ids.size, amount]).toEqual([figure, sum.records, sum.amount]);
  }
});

it('whose a share is, is told to those who may know it', async () => {
  const { client } = await hireStaff(server, merchant, ['reports.view']);
  const asked = { ...week(), figure: 'shares' } as const;
  const told = (await merchant.call(calls.listRecords, asked)).records;
  const hidden = (await client.call(calls.listRecords, asked)).records;
  expect(told.every(({ what }) => what)).toBe(true);
  expect(hidden).toEqual(told.map((record) => ({ ...record, what: null })));
});

it('charts show the same income by day and by hour, and compare with another site', async () => {
  const { figures } = await merchant.call(calls.readSummary, week());
  const trend = await merchant.call(calls.readTrend, { ...week(), otherFieldId: firstSite });
  expect(trend.days).toHaveLength(7);
  expect(total(trend.days.map(({ incomeFen }) => incomeFen))).toBe(figures.incomeFen);
  expect(total(trend.hours.map(({ incomeFen }) => incomeFen))).toBe(figures.incomeFen);
  const other = await merchant.call(calls.readSummary, { ...week(), fieldId: firstSite });
  expect(total(trend.days.map(({ otherFen }) => otherFen ?? 0))).toBe(other.figures.incomeFen);
  const ranked = trend.ranking.map(({ incomeFen }) => incomeFen);
  expect(ranked).toEqual([...ranked].sort((a, b) => b - a));
  expect(trend.ranking.every(({ equipmentId }) => equipmentId === null)).toBe(true);
  const machines = await merchant.call(calls.readTrend, { ...week(), fieldId: firstSite, most: 3 });
  expect(machines.ranking).toHaveLength(3);
  expect(machines.days[0]?.otherFen).toBeNull();
});

it('a change is explained by its largest parts, and they are the whole of it', async () => {
  const input = { from: addDays(today, -2), to: addDays(today, -1) };
  const { figures, figuresBefore, contributions, restFen, before } = await merchant.call(
    calls.readSummary,
    input,
  );
  expect(before).toEqual({ from: addDays(today, -4), to: addDays(today, -3) });
  expect(contributions.length).toBeGreaterThan(0);
  expect(total(contributions.map(({ changeFen }) => changeFen)) + restFen).toBe(
    figures.incomeFen - figuresBefore.incomeFen,
  );
});

it('revenue of sites is the same income, and what is left is after shares, prizes and rent, with coins where they are spent', async () => {
  const { figures } = await merchant.call(calls.readSummary, week());
  const { records: sites } = await merchant.call(calls.listRevenue, { ...week(), size: 100 });
  expect(total(sites.map(({ incomeFen }) => incomeFen))).toBe(figures.incomeFen);
  for (const row of sites)
    expect(row.resultFen).toBe(
      row.netFen - row.sharesFen - row.giftCostFen - row.rentFen - row.coinSalesFen + row.coinsFen,
    );
  expect(sites.some(({ coinsFen, coinSalesFen }) => coinsFen > 0 && coinSalesFen > 0)).toBe(true);
  expect(sites.some(({ rentFen }) => rentFen > 0)).toBe(true);
  expect(sites.some(({ occupancyRatio }) => (occupancyRatio ?? 0) > 0)).toBe(true);
  for (const { fieldId, sharesFen, openFen } of sites.filter((row) => row.fieldId !== null)) {
    const payables = await merchant.call(calls.listPayables, { ...week(), fieldId: fieldId! });
    expect(total(payables.map(({ dueFen }) => dueFen))).toBe(sharesFen);
    expect(total(payables.map((row) => row.openFen))).toBe(openFen);
  }
});

it('machines bear the rent of their sites, are ranked by income of a day, and those that lose money are found', async () => {
  const { records: sites } = await merchant.call(calls.listRevenue, { ...week(), size: 100 });
  const { records: machines } = await merchant.call(calls.listRevenue, {
    ...week(),
    by: 'device',
    size: 500,
  });
  for (const name of ['rentFen', 'machineDays'] as const)
    expect([name, total(machines.map((row) => row[name]))]).toEqual([
      name,
      total(sites.map((row) => row[name])),
    ]);
  const perDay = machines.map(({ perMachineDayFen }) => perMachineDayFen ?? -Infinity);
  expect(perDay).toEqual([...perDay].sort((a, b) => b - a));
  const losing = await merchant.call(calls.listRevenue, { ...week(), by: 'device', losing: true, size: 500 });
  expect(losing.records.map(({ id }) => id).sort()).toEqual(
    machines
      .filter(({ resultFen }) => resultFen < 0)
      .map(({ id }) => id)
      .sort(),
  );
});

it('a machine that was moved counts at each site for the days it stood there, and bears rent of both', async () => {
  const secondSite = demoId('site:merchant:2');
  const revenue = async (by: 'site' | 'device') => {
    const { records } = await merchant.call(calls.listRevenue, { ...week(), by, size: 500 });
    return new Map(records.map((row) => [row.id, row]));
  };
  const [sites, machines] = [await revenue('site'), await revenue('device')];
  const moved = [...machines.values()].find((row) => row.fieldId === firstSite && row.machineDays === 7)!;
  const at = `${addDays(today, -3)}T12:00:00+08:00`;
  await server.services.db.raw`
    update device set site_id = ${secondSite}, site_since = ${at}, number = 9001 where id = ${moved.id}`;
  while (await writeRents(server.services));
  const [sitesAfter, machinesAfter] = [await revenue('site'), await revenue('device')];
  const grown = (siteId: string) =>
    (sitesAfter.get(siteId)?.machineDays ?? 0) - (sites.get(siteId)?.machineDays ?? 0);
  expect([grown(firstSite), grown(secondSite)]).toEqual([-3, 3]);
  expect(machinesAfter.get(moved.id)).toMatchObject({ machineDays: 7, incomeFen: moved.incomeFen });
  // what it earned stays where it was earned, and all of the rent is borne by machines
  for (const [id, { incomeFen, rentFen }] of sites)
    expect(sitesAfter.get(id)).toMatchObject({ incomeFen, rentFen });
  const rentOf = (rows: typeof sites) => total([...rows.values()].map(({ rentFen }) => rentFen));
  expect(rentOf(machinesAfter)).toBe(rentOf(sitesAfter));
  const { total: days } = await merchant.call(calls.listFigures, { ...week(), by: 'day' });
  expect(days).toBe(7);
});

it('rent of a day is what the rule of the site says, borne whole by the machines that stood there when it ended', async () => {
  const { records: sites } = await merchant.call(calls.listRevenue, { ...week(), size: 100 });
  const rented = sites.filter(({ rentFen }) => rentFen > 0);
  expect(rented.length).toBeGreaterThan(0);
  for (const { id } of rented) {
    const [rule] = await server.services.db.raw<[{ fen: number }]>`
      select rent_of_day(ends, costs)::int as fen from share_version
      where site_id = ${id} and withdrawn_at is null and effective_from <= ${today} order by effective_from desc limit 1`;
    const lines = await readFigures(server.services.db.read, tenantScope(demoTenants.merchant), {
      ...week(),
      siteIds: [id],
      measures: ['rent'],
      by: ['day', 'device'],
    });
    for (const [day, borne] of Map.groupBy(lines, (line) => line.day)) {
      expect([day, total(borne.map(({ amount }) => amount))]).toEqual([day, rule.fen]);
      const amounts = borne.map(({ amount }) => amount);
      expect(Math.max(...amounts) - Math.min(...amounts)).toBeLessThan(2);
    }
  }
});

it('lists are sorted and paged by the database: every page of every order is the next piece of the whole', async () => {
  for (const by of ['site', 'device'] as const)
    for (const sort of ['incomeFen', 'resultFen', 'perMachineDayFen', 'occupancyRatio', 'openFen'] as const)
      for (const order of ['asc', 'desc'] as const) {
        const ask = { ...week(), by, sort, order };
        const whole = await merchant.call(calls.listRevenue, { ...ask, size: 500 });
        const pieces = [];
        for (let current = 1; current <= Math.ceil(whole.total / 7); current++)
          pieces.push(...(await merchant.call(calls.listRevenue, { ...ask, current, size: 7 })).records);
        expect(pieces).toEqual(whole.records);
        const known = whole.records.map((row) => row[sort]).filter((value) => value !== null);
        expect(known).toEqual([...known].sort((a, b) => (order === 'asc' ? a - b : b - a)));
        // what is not known stands last
        expect(whole.records.slice(known.length).every((row) => row[sort] === null)).toBe(true);
      }
  for (const sort of [
    'incomeFen',
    'refundFen',
    'netFen',
    'marginFen',
    'plays',
    'perMachineDayFen',
    'changeFen',
  ] as const) {
    const { records } = await merchant.call(calls.listFigures, { ...week(), by: 'device', sort, size: 500 });
    const known = records.map((row) => row[sort]).filter((value) => value !== null);
    expect([sort, known]).toEqual([sort, [...known].sort((a, b) => b - a)]);
  }
  const beyond = await merchant.call(calls.listFigures, { ...week(), by: 'device', current: 99, size: 100 });
  expect([beyond.records.length, beyond.total > 0]).toEqual([0, true]);
});

it('who works at some sites sees the figures of those alone, and who may not see them is refused', async () => {
  const rights = ['reports.view', 'sites.view'];
  const { client } = await hireStaff(server, merchant, rights, [firstSite]);
  const own = await client.call(calls.readSummary, week());
  const asked = await merchant.call(calls.readSummary, { ...week(), fieldId: firstSite });
  expect(own.figures).toEqual(asked.figures);
  expect(await client.call(calls.sumEntries, week())).toEqual(
    await merchant.call(calls.sumEntries, { ...week(), fieldId: firstSite }),
  );
  const elsewhere = await client.call(calls.readSummary, { ...week(), fieldId: demoId('site:merchant:2') });
  expect(elsewhere.figures).toMatchObject({ incomeFen: 0, plays: 0, machineDays: 0, sharesFen: 0 });
  const { client: clerk } = await hireStaff(server, merchant, ['sites.view']);
  expect(await refusalOf(clerk.call(calls.readSummary, week()))).toBe('kit:error.noPermission');
});

it('statistics go to paper, under the rights of who asks', async () => {
  const path = `${calls.printStatistics.path}?${new URLSearchParams({ ...week(), by: 'device' })}`;
  const printed = await merchant.request(path, { method: 'GET' });
  expect(printed.headers.get('content-type')).toBe('application/pdf');
  const pdf = Buffer.from(await printed.arrayBuffer());
  expect(pdf.subarray(0, 5).toString('latin1')).toBe('%PDF-');
  const { client: clerk } = await hireStaff(server, merchant, ['sites.view']);
  expect((await clerk.request(path, { method: 'GET' })).status).toBe(403);
});

it('days that run backwards or are too many are refused', async () => {
  const backwards = await refusalOf(
    merchant.call(calls.readSummary, { from: today, to: addDays(today, -1) }),
  );
  expect(backwards).toBe('reports:error.endBeforeStart');
  const endless = await refusalOf(merchant.call(calls.readTrend, { from: '2001-01-01', to: today }));
  expect(endless).toBe('reports:error.tooManyDays');
});

it('a site with other clocks has its own hours and days, on charts, in occupancy and in the income details', async () => {
  const site = demoId('site:merchant:2');
  const { db } = server.services;
  const ask = { from: addDays(today, -4), to: addDays(today, -2), fieldId: site };
  const hoursOf = async () => {
    const { hours } = await merchant.call(calls.readTrend, ask);
    return new Map(hours.map(({ weekday, hour, incomeFen }) => [`${weekday} ${hour}`, incomeFen]));
  };
  const rawHours = async (timeZone: string, dayStart: number) => {
    const found = await db.raw<{ key: string; fen: number }[]>`
      select concat_ws(' ', extract(isodow from d.day), extract(hour from l.at at time zone ${timeZone})) as key,
        sum(case when l.measure like 'refund.%' then -l.amount else l.amount end)::int as fen
      from figure_line l cross join lateral (select figure_day_of(l.at, ${timeZone}, ${dayStart}) as day) d
      where l.site_id = ${site} and d.day between ${ask.from} and ${ask.to}
        and (l.measure = 'cash' or l.measure like 'gross.%' or l.measure like 'refund.%')
      group by 1`;
    return new Map(found.map(({ key, fen }) => [key, fen]));
  };
  const expectHours = async (timeZone: string, dayStart: number) => {
    const raw = await rawHours(timeZone, dayStart);
    expect(raw.size).toBeGreaterThan(3);
    for (const [key, fen] of await hoursOf()) expect([key, fen]).toEqual([key, raw.get(key) ?? 0]);
  };
  await expectHours('Asia/Shanghai', 0);
  await merchant.call(sitesContract.updateSite, { id: site, timeZone: 'Asia/Tokyo', dayStart: 6 });
  while (await workOnFigures(server.services));
  await expectHours('Asia/Tokyo', 6);
  const { figures } = await merchant.call(calls.readSummary, ask);
  const details = await merchant.call(figuresContract.readIncome, ask);
  expect(details.total).toMatchObject({ incomeFen: figures.incomeFen, netFen: figures.netFen });
  const byDay = await merchant.call(calls.listFigures, { ...ask, by: 'day' });
  for (const { id, incomeFen } of byDay.records)
    expect(details.days.find(({ day }) => day === id)?.incomeFen ?? 0).toBe(incomeFen);
  const [{ seconds }] = await db.raw<[{ seconds: number }]>`
    select sum(least(3600, amount * play_time_s))::int as seconds from counter_hour
    where site_id = ${site} and counter = 'plays' and figure_day_of(hour_at, 'Asia/Tokyo', 6) between ${ask.from} and ${ask.to}`;
  const [played] = await readFigures(db.read, tenantScope(demoTenants.merchant), {
    ...{ from: ask.from, to: ask.to, by: [] },
    siteIds: [site],
    measures: ['playSeconds'],
  });
  expect([seconds > 0, played?.amount]).toEqual([true, seconds]);
  for (const figure of recordFigures.filter((name) => name !== 'shares')) {
    const { amount } = await merchant.call(calls.sumRecords, { ...ask, figure });
    expect([figure, amount]).toEqual([figure, figures[fieldOf[figure]]]);
  }
  const sum = await merchant.call(calls.sumEntries, ask);
  expect(sum.incomeFen).toBe(figures.incomeFen);
});

it('pages about prizes say what the statistics say, of all, of each site, machine and day', async () => {
  // the second site has other clocks by now
  const ask = { from: addDays(today, -4), to: addDays(today, -2) };
  for (const type of ['claw', 'cabinet'] as const) {
    const { figures } = await merchant.call(calls.readSummary, { ...ask, type });
    const totals = await merchant.call(prizesContract.readTotals, { ...ask, type });
    const said = { plays: figures.plays, wins: figures.wins, costFen: figures.giftCostFen };
    expect(totals).toMatchObject(said);
    expect(total(totals.days.map(({ costFen }) => costFen))).toBe(totals.costFen);
    const gifts = await merchant.call(prizesContract.listConsumption, {
      ...ask,
      type,
      by: 'gift',
      size: 500,
    });
    expect(total(gifts.records.map(({ costFen }) => costFen))).toBe(totals.costFen);
    expect(total(gifts.records.map(({ out }) => out))).toBe(totals.out);
    for (const [by, list] of [
      ['site', await merchant.call(prizesContract.listSiteTotals, { ...ask, type, size: 500 })],
      ['device', await merchant.call(prizesContract.listPrizeMachines, { ...ask, type, size: 500 })],
    ] as const) {
      const rows = await merchant.call(calls.listFigures, { ...ask, type, by, size: 500 });
      for (const row of list.records) {
        const id = by === 'site' ? row.fieldId : (row as { equipmentId?: string }).equipmentId;
        const same = rows.records.find((figure) => figure.id === id);
        expect([by, id, row.plays, row.wins, row.costFen]).toEqual([
          ...[by, id, same?.plays, same?.wins, same?.giftCostFen],
        ]);
      }
      expect(total(list.records.map(({ plays }) => plays))).toBe(figures.plays);
    }
  }
  const claws = await merchant.call(prizesContract.readTotals, { ...ask, type: 'claw' });
  expect([claws.plays > 0, claws.wins > 0, claws.costFen > 0]).toEqual([true, true, true]);
});

/** Of each machine with prizes: what rows say it took, and what its prizes cost. */
const rawTakings = (from: string, to: string) => server.services.db.raw<
  { id: string; site: string; income: number; coins: number; cost: number }[]
>`
  with line as (
    select device_id, site_id, settled_at as at, fulfilled_amount as fen, 0 as coins from orders
    where unit = 'fen' and settles_to = 'earnings' and fulfilment ->> 'name' <> 'coins'
    union all select device_id, site_id, settled_at, 0, fulfilled_amount from orders where unit = 'coin'
    union all select o.device_id, o.site_id, r.created_at, case o.unit when 'fen' then -r.delivered else 0 end,
      case o.unit when 'coin' then -r.delivered else 0 end
    from order_refund r join orders o on o.tenant_id = r.tenant_id and o.id = r.order_id
    where r.state <> 'failed' and o.settles_to = 'earnings' and o.fulfilment ->> 'name' <> 'coins'
    union all select device_id, site_id, hour_at, notes_fen + cash_fen, 0 from cash_gain where hidden_at is null
    union all select device_id, site_id, hour_at, 0, amount from counter_hour where counter = 'cashCoins'
  ), costs as (
    select device_id, created_at as at, (amount + missing) * cost_fen as cost from gift_movement where kind = 'won'
  ), days as (
    select id, site_id, time_zone, day_start from device left join figure_site using (tenant_id, site_id)
    where device.tenant_id = ${demoTenants.merchant} and type in ('claw', 'cabinet')
  )
  select d.id, d.site_id as site, (select coalesce(sum(fen), 0) from line l where l.device_id = d.id
      and figure_day_of(l.at, d.time_zone, d.day_start) between ${from} and ${to})::int as income,
    (select coalesce(sum(coins), 0) from line l where l.device_id = d.id
      and figure_day_of(l.at, d.time_zone, d.day_start) between ${from} and ${to})::int as coins,
    (select coalesce(sum(cost), 0) from costs l where l.device_id = d.id
      and figure_day_of(l.at, d.time_zone, d.day_start) between ${from} and ${to})::int as cost
  from days d`;

/** What coins cost at each site in thirty days: at exchange machines, and into accounts. */
const rawCoinSales = (to: string) => server.services.db.raw<{ site: string; fen: number; coins: number }[]>`
  with line as (
    select tenant_id, site_id, settled_at as at, fulfilled_amount as fen,
      case when fulfilment ->> 'name' in ('coins', 'groupBuy') then (fulfilment -> 'plan' ->> 'coins')::int else 0 end as coins
    from orders where unit = 'fen' and settles_to = 'earnings' and settled_at is not null
      and (device_type = 'exchange' or fulfilment ->> 'name' in ('coins', 'groupBuy'))
    union all select tenant_id, site_id, hour_at, notes_fen + cash_fen, 0 from cash_gain
      where type = 'exchange' and hidden_at is null
    union all select tenant_id, site_id, hour_at, 0, amount from counter_hour
      where device_type = 'exchange' and counter = 'coinsOut'
  )
  select l.site_id as site, sum(fen)::int as fen, sum(coins)::int as coins
  from line l left join figure_site s using (tenant_id, site_id)
  where l.tenant_id = ${demoTenants.merchant}
    and figure_day_of(l.at, s.time_zone, s.day_start) between ${addDays(to, -29)} and ${to}
  group by 1`;

it('the payout ratio is prizes of what rows say was paid and inserted, coins at what the site sold them for', async () => {
  const ask = { from: addDays(today, -4), to: addDays(today, -2) };
  const read = async (client = merchant) =>
    (await client.call(prizesContract.listPrizeMachines, { ...ask, size: 500 })).records.filter(
      ({ type }) => type !== 'lipstick',
    );
  const machines = await read();
  const raw = new Map((await rawTakings(ask.from, ask.to)).map((row) => [row.id, row]));
  const revenue = await merchant.call(calls.listRevenue, { ...ask, by: 'device', size: 500 });
  const worth = new Map(revenue.records.map((row) => [row.id, row]));
  const sales = new Map((await rawCoinSales(ask.to)).map((row) => [row.site, row]));
  for (const {
    equipmentId,
    costFen,
    incomeFen,
    coins,
    coinsFen,
    takenFen,
    payoutRatio,
    ...said
  } of machines) {
    const row = raw.get(equipmentId);
    const sold = sales.get(row?.site ?? '');
    expect([equipmentId, incomeFen, coins, costFen]).toEqual([
      equipmentId,
      row?.income,
      row?.coins,
      row?.cost,
    ]);
    if (said.payoutBasis === 'sold')
      expect(coinsFen).toBe(Math.round(((row?.coins ?? 0) * (sold?.fen ?? 0)) / (sold?.coins ?? 0)));
    // what a machine earned has the same coins in it as what its prizes are compared with
    if (coinsFen !== null)
      expect([equipmentId, worth.get(equipmentId)?.coinsFen ?? 0]).toEqual([equipmentId, coinsFen]);
    else expect(worth.get(equipmentId)?.coinsUnknown).toBe(coins);
    if (takenFen !== null) expect(takenFen).toBe((incomeFen ?? 0) + (coinsFen ?? 0));
    if (payoutRatio !== null) expect(payoutRatio).toBe(Math.round((costFen / (takenFen ?? 0)) * 10_000));
    else expect(['noCost', 'nothing', 'unknown']).toContain(said.payoutBasis);
    if (said.payoutBasis === 'noCost') expect([costFen, said.costPerPlayFen]).toEqual([0, null]);
  }
  const bases = new Set(machines.map(({ payoutBasis }) => payoutBasis));
  // the fifth site has no exchange machine
  expect([bases.has('sold'), bases.has('set'), bases.has('hidden')]).toEqual([true, true, false]);
  expect(machines.some(({ coins, incomeFen }) => (coins ?? 0) > 0 && (incomeFen ?? 0) > 0)).toBe(true);
  for (const type of ['claw', 'cabinet'] as const) {
    const all = await merchant.call(prizesContract.readTotals, { ...ask, type });
    const sites = await merchant.call(prizesContract.listSiteTotals, { ...ask, type, size: 500 });
    const own = machines.filter((machine) => machine.type === type);
    for (const list of [own, sites.records]) {
      expect(total(list.map(({ incomeFen }) => incomeFen ?? 0))).toBe(all.incomeFen);
      expect(total(list.map(({ coins }) => coins ?? 0))).toBe(all.coins);
      // coins of a machine are rounded once each
      expect(Math.abs(total(list.map(({ takenFen }) => takenFen ?? 0)) - (all.takenFen ?? 0))).toBeLessThan(
        50,
      );
    }
  }
  // a fixed day and a recount say the same
  await merchant.call(figuresContract.fixDay, { date: ask.to });
  await merchant.call(figuresContract.recount, {});
  while (await workOnFigures(server.services));
  expect(await read()).toEqual(machines);
  const { client } = await hireStaff(server, merchant, ['prizes.view'], [firstSite]);
  const seen = await read(client);
  expect(seen.length).toBeGreaterThan(0);
  for (const { takenFen, payoutRatio, payoutBasis } of seen)
    expect([takenFen, payoutRatio, payoutBasis]).toEqual([null, null, 'hidden']);
});
