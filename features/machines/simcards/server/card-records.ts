import type { ResultOf } from '#kit/contract/endpoint.ts';
import { businessDay } from '#kit/kernel/time.ts';
import type { Say } from '#kit/server/context.ts';
import type { simcardsContract } from '../contract.ts';
import { expiryOf, trafficStateOf } from '../rules/card-rules.ts';
import type { ListedCard, ListedEvent } from './card-queries.ts';

type CardDetail = ResultOf<typeof simcardsContract.readCard>;
type CardRecord = Omit<CardDetail, 'history' | 'traffic'>;

export const toCardRecord = (row: ListedCard, now: Date, say: Say): CardRecord => ({
  ...row,
  equipmentId: row.deviceId,
  equipmentName: row.deviceId && row.equipmentNo === null ? say('simcards:device.gone') : row.equipmentName,
  fieldId: row.siteId,
  fieldName: row.siteName,
  ...expiryOf(row.expiresOn, businessDay(now)),
  trafficUsedBytes: row.usedBytes,
  trafficState: trafficStateOf(row.usedBytes, row.trafficLimitBytes),
});

function textOf(event: ListedEvent, say: Say): string {
  if (event.kind === 'added') return say('simcards:event.added');
  if (event.kind === 'renewed')
    return say('simcards:event.renewed', { count: event.months ?? 0, day: event.expiresAfter ?? '' });
  const device =
    event.equipmentNo === null
      ? (event.deviceCode ?? '')
      : say('kit:thing.machineNo', { number: event.equipmentNo });
  return say(`simcards:event.${event.kind}`, { device });
}

export const toCardEvent = (event: ListedEvent, say: Say): CardDetail['history'][number] => ({
  ...event,
  text: [textOf(event, say), event.note].filter(Boolean).join(' · '),
  code: event.deviceCode,
});
