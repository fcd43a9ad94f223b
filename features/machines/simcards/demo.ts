import { listDemoFleet } from '#features/machines/devices/server/public.ts';
import { addDays, businessDay, dayMs, secondMs } from '#kit/kernel/time.ts';
import type { Tx } from '#kit/server/database.ts';
import { type DemoPart, demoId, demoTenants } from '#kit/server/demo.ts';
import { tenantScope } from '#kit/server/scope.ts';
import { insert } from '#kit/server/tables.ts';
import { withCheckDigit } from './card-number.ts';
import { operators } from './contract.ts';
import { addMonths, monthOf } from './rules/card-rules.ts';
import { type NewCardEvent, recordEvents } from './server/record-events.ts';
import { simCards, simCardTraffic } from './tables.ts';

const owners = { merchant: { name: '陈立新', count: 16 }, merchant2: { name: '林晓彤', count: 4 } };
const holders = ['刘小雨（收银）', '孙志强（店长）', '会员 周女士', '会员 郑先生', '备用卡'];
/** Days until the end; some have passed, some come soon. */
const daysLeft = [210, 12, 95, -4, 340, 27, 150, 61, 300, 180, 7, 120, 240, 90, 45, 365];
const gibibyte = 1024 ** 3;
/** Share of the month's allowance that is used up. */
const usedPercents = [22, 41, 86, 12, 63, 104, 35, 9, 55, 91, 18, 47, 30, 72, 5, 26];
/** Cards of a drawer: they wait for a device. */
const spareCards = 3;

async function seedSims(tx: Tx, tenantId: string, owner: keyof typeof owners, now: Date): Promise<void> {
  const scope = tenantScope(tenantId);
  const { name, count } = owners[owner];
  const devices = await listDemoFleet(tx, scope);
  const today = businessDay(now);
  const actor = { userId: demoId(`user:${owner}`), userName: name };
  const operatorDigits = { mobile: '00', unicom: '01', telecom: '03', broadnet: '15', other: '04' };
  const cards = Array.from({ length: count }, (_, index) => {
    const operator = operators[index % 3]!;
    const serial = String(tenantId.slice(-1)).padStart(5, '0') + String(index + 1).padStart(8, '0');
    return {
      id: demoId(`sim card:${owner}:${index + 1}`),
      createdAt: new Date(now.getTime() - 60 * dayMs - index * secondMs),
      kind: 'sim' as const,
      number: withCheckDigit(`8986${operatorDigits[operator]}${serial}`),
      operator,
      deviceId: index < count - spareCards ? (devices[index]?.deviceId ?? null) : null,
      expiresOn: addDays(today, daysLeft[index % daysLeft.length]!),
      trafficLimitBytes: (index % 3 === 0 ? 2 : 1) * gibibyte,
    };
  });
  await insert(tx, scope, simCards, cards);
  await insert(
    tx,
    scope,
    simCardTraffic,
    cards
      .filter((card) => card.deviceId !== null || devices.length === 0)
      .map((card, index) => ({
        cardId: card.id,
        month: monthOf(now),
        usedBytes: Math.round((card.trafficLimitBytes * usedPercents[index % usedPercents.length]!) / 100),
      })),
  );
  const codeOf = new Map(devices.map((device) => [device.deviceId, device.code]));
  const events = cards.flatMap((card): NewCardEvent[] => {
    const shared = { ...actor, cardId: card.id };
    const later = (days: number) => new Date(card.createdAt.getTime() + days * dayMs);
    const before = addMonths(card.expiresOn, -12);
    return [
      { ...shared, kind: 'added', createdAt: card.createdAt, expiresAfter: before },
      ...(card.deviceId
        ? [
            {
              ...shared,
              kind: 'assigned' as const,
              createdAt: later(1),
              deviceId: card.deviceId,
              deviceCode: codeOf.get(card.deviceId),
            },
          ]
        : []),
      {
        ...shared,
        kind: 'renewed',
        createdAt: later(30),
        months: 12,
        expiresBefore: before,
        expiresAfter: card.expiresOn,
      },
    ];
  });
  await recordEvents(tx, scope, events);
}

async function seedChipCards(tx: Tx, now: Date): Promise<void> {
  const scope = tenantScope(demoTenants.merchant);
  const createdAt = new Date(now.getTime() - 40 * dayMs);
  const actor = { userId: demoId('user:merchant'), userName: owners.merchant.name };
  const cards = holders.map((holder, index) => ({
    id: demoId(`ic card:${index + 1}`),
    createdAt: new Date(createdAt.getTime() - index * secondMs),
    kind: 'ic' as const,
    number: (0x04a1b200 + index * 0x11).toString(16).toUpperCase().padStart(8, '0'),
    holder,
    enabled: index !== holders.length - 1,
  }));
  await insert(tx, scope, simCards, cards);
  await recordEvents(
    tx,
    scope,
    cards.map(({ id, createdAt: at }) => ({ ...actor, cardId: id, kind: 'added' as const, createdAt: at })),
  );
}

const demoCards: DemoPart = {
  order: 52,
  async seed(tx, services) {
    const now = services.clock.now();
    for (const owner of Object.keys(owners) as (keyof typeof owners)[])
      await seedSims(tx, demoTenants[owner], owner, now);
    await seedChipCards(tx, now);
  },
};
export default demoCards;
