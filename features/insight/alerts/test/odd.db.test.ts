import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { addCounters } from '#features/machines/devices/server/public.ts';
import { createTestDevice, type TestDevice } from '#features/machines/devices/test/test-device.ts';
import { addDays, businessDay, hourMs, startOfDay } from '#kit/kernel/time.ts';
import { demoId } from '#kit/server/demo.ts';
import { platformScope, tenantScope } from '#kit/server/scope.ts';
import { rows } from '#kit/server/tables.ts';
import { refusalOf } from '#kit/server/testing/refusal.ts';
import { staged } from '#kit/server/testing/stage.ts';
import { alertsContract as calls } from '../contract.ts';
import { endAlert, raiseAlert } from '../server/public.ts';
import { watchDevices } from '../server/watch-devices.ts';
import { watchFigures } from '../server/watch-figures.ts';
import { alertHabits } from '../tables.ts';
import { inboxOf, setStage } from './stage.ts';

const stage = staged(setStage, ({ server }) => server.close());
let machines: TestDevice[];
/** noon of the fourth Tuesday after the first day of the past */
const pastDays = 21;

/** Coins, plays and prizes of a machine in an hour, as it would have told them. */
const counted = (machine: TestDevice, at: Date, coins: number, plays: number, prizes: number) =>
  [
    ['coinsIn', coins],
    ['plays', plays],
    ['prizesOut', prizes],
  ].flatMap(([counter, amount]) =>
    amount
      ? [
          {
            tenantId: machine.tenantId,
            deviceId: machine.id,
            siteId: stage.siteId,
            code: machine.code,
            type: 'claw' as const,
            counter: counter as string,
            amount: amount as number,
            at,
          },
        ]
      : [],
  );

const write = (list: ReturnType<typeof counted>) =>
  stage.server.services.db.transaction((tx) => addCounters(tx, list));

/** Every hour from ten to ten some eight plays, a little different each. */
const playsAt = (place: number, day: number, hour: number) => 6 + ((place * 7 + day * 5 + hour * 3) % 5);

async function play(
  day: string,
  number: number,
  until: number,
  coinsOf: (place: number, plays: number) => number,
  prizesOf = (_place: number, hour: number) => hour % 2,
) {
  const list = machines.flatMap((machine, place) =>
    Array.from({ length: until - 10 }, (_, index) => {
      const plays = playsAt(place, number, index);
      const at = new Date(startOfDay(day).getTime() + (10 + index) * hourMs);
      return counted(machine, at, coinsOf(place, plays), plays, prizesOf(place, index));
    }).flat(),
  );
  await write(list);
}

/** So that the last hour that was told is over. */
function goTo(day: string, hour: number) {
  const wanted = startOfDay(day).getTime() + hour * hourMs + 6 * 60_000;
  stage.server.clock.forward(wanted - stage.server.clock.now().getTime());
}

/** The site of this file alone: the demo has others. */
const look = () => watchFigures(stage.server.services, tenantScope(stage.device.tenantId, [stage.siteId]));
const openKinds = async () =>
  (await stage.open()).map(({ kind, equipmentId }) => [
    kind,
    machines.findIndex(({ id }) => id === equipmentId),
  ]);

let today: string;

beforeAll(async () => {
  today = addDays(businessDay(stage.server.clock.now()), pastDays + 1);
  await stage.reset();
  const others = await Promise.all(
    [1, 2, 3].map(() => createTestDevice(stage.server, { siteId: stage.siteId })),
  );
  machines = [stage.device, ...others];
  for (let day = 0; day < pastDays; day++)
    await play(addDays(today, day - pastDays), day, 22, (_, plays) => plays);
  // the coins of the first are not counted today
  await play(today, pastDays, 16, (place, plays) => (place === 0 ? 0 : plays));
  goTo(today, 16);
  stage.merchant = await stage.logIn('merchant');
  for (const machine of others) await stage.connect(machine);
});

describe('a machine whose coins are not counted any more', () => {
  it('is told once, with the band it left, however often one looks', async () => {
    await look();
    await look();
    expect(await openKinds()).toEqual([['playsUnpaid', 0]]);
    const [alert] = await stage.open();
    expect(alert).toMatchObject({ severity: 'severe', detail: expect.stringMatching(/\d+/) });
    const { points } = await stage.merchant.call(calls.readPicture, { id: alert!.id });
    expect(points).toHaveLength(6);
    expect(points.at(-1)!.was).toBeGreaterThan(points.at(-1)!.high);
    expect(await inboxOf(stage.merchant, stage.device.id)).toHaveLength(1);
    const stranger = await stage.logIn('merchant2');
    expect(await refusalOf(stranger.call(calls.readPicture, { id: alert!.id }))).toBe('kit:error.notFound');
    const manager = await stage.logIn('manager');
    expect(await refusalOf(manager.call(calls.readPicture, { id: alert!.id }))).toBe('kit:error.notFound');
  });

  it('has habits that are made once a day', async () => {
    const habit = rows(platformScope, alertHabits);
    const read = () =>
      stage.server.services.db.read.select().from(habit).where(eq(habit.siteId, stage.siteId));
    const made = await read();
    expect(made).toHaveLength(machines.length);
    expect(made[0]).toMatchObject({ madeOn: today, habit: { days: pastDays, gap: { rate: 1 } } });
  });

  it('is silent for a reason until a day, and everybody who sees the site sees why', async () => {
    const [alert] = await stage.open();
    const silence = (changes: object) =>
      stage.merchant.call(calls.silenceAlert, {
        ...{ id: alert!.id, reason: 'repair', note: 'acceptor ordered', place: 'machine' },
        untilDay: addDays(today, 3),
        ...changes,
      } as never);
    expect(await refusalOf(silence({ untilDay: addDays(today, -1) }))).toBe('alerts:error.pastDay');
    expect(await refusalOf(silence({ untilDay: addDays(today, 900) }))).toBe('alerts:error.farDay');
    expect(await refusalOf(silence({ reason: 'other', note: '' }))).toBe('kit:validation.required');
    const stranger = await stage.logIn('merchant2');
    const foreign = { id: alert!.id, reason: 'event', place: 'site', untilDay: addDays(today, 1) } as const;
    expect(await refusalOf(stranger.call(calls.silenceAlert, foreign))).toBe('alerts:error.ended');
    expect(await openKinds()).toHaveLength(1);
    await silence({});
    expect(await stage.open()).toEqual([]);
    expect(await stage.ended()).toMatchObject([{ kind: 'playsUnpaid', endReason: 'silenced' }]);
    const listed = await stage.merchant.call(calls.listSilences, { fieldId: stage.siteId });
    expect(listed.records).toMatchObject([
      { reason: 'repair', note: 'acceptor ordered', state: 'silent', equipmentId: stage.device.id },
    ]);
    expect(listed.records[0]?.userName).not.toBe('');
    expect((await stranger.call(calls.listSilences, { fieldId: stage.siteId })).total).toBe(0);
    expect(await refusalOf(silence({}))).toBe('alerts:error.ended');
  });

  it('is not told while it is silent, and is compared again when somebody ends the silence', async () => {
    await play(today, pastDays + 1, 20, (place, plays) => (place === 0 ? 0 : plays));
    goTo(today, 20);
    stage.merchant = await stage.logIn('merchant');
    await look();
    expect(await stage.open()).toEqual([]);
    const { records } = await stage.merchant.call(calls.listSilences, { state: 'silent' });
    const { id } = records.find(({ equipmentId }) => equipmentId === stage.device.id)!;
    const stranger = await stage.logIn('merchant2');
    expect(await refusalOf(stranger.call(calls.endSilences, { ids: [id] }))).toBe('alerts:error.notSilent');
    await stage.merchant.call(calls.endSilences, { ids: [id] });
    expect(await refusalOf(stage.merchant.call(calls.endSilences, { ids: [id] }))).toBe(
      'alerts:error.notSilent',
    );
    // what was before the end of the silence does not count
    goTo(today, 21);
    await look();
    stage.merchant = await stage.logIn('merchant');
    expect(await stage.open()).toEqual([]);
    const tomorrow = addDays(today, 1);
    await play(tomorrow, pastDays + 2, 16, (place, plays) => (place === 0 ? 0 : plays));
    goTo(tomorrow, 16);
    await look();
    stage.merchant = await stage.logIn('merchant');
    expect(await openKinds()).toEqual([['playsUnpaid', 0]]);
  });

  it('is ended by itself when coins are counted again', async () => {
    const later = addDays(today, 2);
    await play(later, pastDays + 3, 18, (_, plays) => plays);
    goTo(later, 18);
    await look();
    stage.merchant = await stage.logIn('merchant');
    expect(await stage.open()).toEqual([]);
    expect((await stage.ended())[0]).toMatchObject({ kind: 'playsUnpaid', endReason: 'gone' });
  });
});

describe('a site at which nobody plays', () => {
  const shut = () => addDays(today, 3);
  /** Machines that are away have another alert; these are there, and nobody comes. */
  async function lookAt(day: string, hour: number) {
    goTo(day, hour);
    for (const machine of machines) await stage.connect(machine);
    await look();
    stage.merchant = await stage.logIn('merchant');
  }

  it('is told once, on the site and on none of its machines, however often one looks', async () => {
    await lookAt(shut(), 16);
    await look();
    expect(await stage.open()).toMatchObject([
      {
        ...{ kind: 'siteLow', severity: 'severe', equipmentId: null, equipmentNo: null },
        ...{ fieldId: stage.siteId, detail: expect.stringMatching(/\d+/) },
      },
    ]);
    const [alert] = await stage.open();
    const { points } = await stage.merchant.call(calls.readPicture, { id: alert!.id });
    expect(points.length).toBeGreaterThan(1);
    expect(points.at(-1)!.was).toBeLessThan(points.at(-1)!.low);
    const told = await inboxOf(stage.merchant, `fieldId=${stage.siteId}&kind=siteLow`);
    expect(told).toHaveLength(1);
    const manager = await stage.logIn('manager');
    expect(await refusalOf(manager.call(calls.readPicture, { id: alert!.id }))).toBe('kit:error.notFound');
    // the watch over machines leaves it alone, though it is of no machine
    await watchDevices(stage.server.services);
    expect((await stage.open()).filter(({ kind }) => kind === 'siteLow')).toHaveLength(1);
  });

  it('is silenced for the site, for a reason, and told again of what comes afterwards', async () => {
    const alert = (await stage.open()).find(({ kind }) => kind === 'siteLow');
    await stage.merchant.call(calls.silenceAlert, {
      ...{ id: alert!.id, reason: 'holiday', place: 'machine', untilDay: shut() },
    });
    await lookAt(shut(), 20);
    expect((await stage.open()).filter(({ kind }) => kind === 'siteLow')).toEqual([]);
    const { records } = await stage.merchant.call(calls.listSilences, { kind: 'siteLow' });
    expect(records).toMatchObject([{ equipmentId: null, fieldId: stage.siteId, reason: 'holiday' }]);
    await lookAt(addDays(shut(), 1), 16);
    expect((await stage.open()).map(({ kind }) => kind)).toContain('siteLow');
  });

  it('is ended by itself when people are back', async () => {
    const back = addDays(shut(), 2);
    await play(back, pastDays + 5, 16, (_, plays) => plays);
    await lookAt(back, 16);
    expect((await stage.open()).filter(({ kind }) => kind === 'siteLow')).toEqual([]);
    expect((await stage.ended())[0]).toMatchObject({ kind: 'siteLow', endReason: 'gone' });
  });
});

describe('a machine that gives far more prizes than before', () => {
  it('is not told while an alert about what is set is open, and is told when that has ended', async () => {
    const { services } = stage.server;
    const { tenantId, id: deviceId } = machines[1]!;
    const cause = { kind: 'winRate', deviceId, siteId: stage.siteId } as const;
    await services.db.transaction((tx) => raiseAlert(tx, services, tenantId, cause));
    const lucky = addDays(today, 6);
    const prizesOf = (place: number, hour: number) => (place === 1 ? 4 : hour % 2);
    await play(lucky, pastDays + 6, 18, (_, plays) => plays, prizesOf);
    const oddAt = async (hour: number) => {
      goTo(lucky, hour);
      await look();
      stage.merchant = await stage.logIn('merchant');
      return (await openKinds()).filter(([kind]) => kind === 'winDrift');
    };
    expect(await oddAt(16)).toEqual([]);
    await services.db.transaction((tx) => endAlert(tx, services, tenantId, cause));
    expect(await oddAt(18)).toEqual([['winDrift', 1]]);
  });
});

describe('other alerts', () => {
  it('can not be silenced: what causes them can be mended', async () => {
    await stage.report(stage.device, { faults: ['clawMotor'] });
    const alert = (await stage.open()).find(({ kind }) => kind === 'fault');
    const silence = stage.merchant.call(calls.silenceAlert, {
      ...{ id: alert!.id, reason: 'repair', place: 'machine' },
      untilDay: addDays(today, 9),
    } as never);
    expect(await refusalOf(silence)).toBe('alerts:error.notOdd');
    expect(await refusalOf(stage.merchant.call(calls.readPicture, { id: demoId('no alert') }))).toBe(
      'kit:error.notFound',
    );
  });
});
