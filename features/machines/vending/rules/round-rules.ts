import { pick } from '#kit/kernel/pick.ts';
import {
  type ExpiryState,
  type LaneFill,
  laneLevel,
  laneNeed,
  missingPieces,
  roomFor,
} from './need-rules.ts';

export interface PlannedDevice {
  deviceId: string;
  siteId: string;
  lanes: readonly (LaneFill & { lane: number; soldLately: number; expiry?: ExpiryState | null })[];
}

export interface PlannedLine {
  deviceId: string;
  siteId: string;
  lane: number;
  templateId: string;
  planned: number;
  wasEmpty: boolean;
}

const byNeed = <T extends { need: number }>(list: readonly T[]) => [...list].sort((a, b) => b.need - a.need);
const sumOf = (list: readonly { need: number }[]) => list.reduce((total, { need }) => total + need, 0);

/**
 * The lanes of a round, filled up, most urgent first: sites by what their machines need together, machines within a
 * site, lanes within a machine. One goes to a site once.
 */
export function plannedLines(devices: readonly PlannedDevice[], onlyLow: boolean): PlannedLine[] {
  const stops = devices.map(({ deviceId, siteId, lanes }) => {
    const wanted = lanes
      .map((lane) => ({ ...lane, level: laneLevel(lane), need: laneNeed(lane) }))
      .filter(
        ({ level, expiry }) =>
          level === 'empty' ||
          level === 'low' ||
          (level === 'ok' && !onlyLow) ||
          (expiry === 'expired' && level !== 'closed'),
      );
    return { deviceId, siteId, lanes: byNeed(wanted), need: sumOf(wanted) };
  });
  const bySite = [...Map.groupBy(stops, ({ siteId }) => siteId).values()];
  const sites = byNeed(bySite.map((members) => ({ members: byNeed(members), need: sumOf(members) })));
  return sites.flatMap(({ members }) =>
    members.flatMap(({ deviceId, siteId, lanes }) =>
      lanes.map((lane) => ({
        deviceId,
        siteId,
        lane: lane.lane,
        templateId: lane.templateId as string,
        planned: roomFor(lane),
        wasEmpty: lane.level === 'empty',
      })),
    ),
  );
}

export interface HeldPrize {
  deviceId: string;
  siteId: string;
  giftId: string;
  stock: number;
  capacity: number;
  alarmThreshold: number;
}

export interface PlannedPrize {
  deviceId: string;
  siteId: string;
  giftId: string;
  planned: number;
  wasEmpty: boolean;
}

/** Prizes that have room, filled up, the emptiest first. */
export function plannedPrizes(held: readonly HeldPrize[], onlyLow: boolean): PlannedPrize[] {
  const share = ({ stock, capacity }: HeldPrize) => stock / Math.max(1, capacity);
  return held
    .filter((prize) => missingPieces(prize) > 0)
    .filter(({ stock, alarmThreshold }) => !onlyLow || stock <= alarmThreshold)
    .toSorted((one, other) => share(one) - share(other))
    .map((prize) => ({
      ...pick(prize, 'deviceId', 'siteId', 'giftId'),
      planned: missingPieces(prize),
      wasEmpty: prize.stock === 0,
    }));
}
