import { and, eq, inArray, sql } from 'drizzle-orm';
import { newId } from '#kit/kernel/ids.ts';
import type { Reader, Tx } from '#kit/server/database.ts';
import { holdName } from '#kit/server/hold-names.ts';
import { tenantScope } from '#kit/server/scope.ts';
import type { Services } from '#kit/server/services.ts';
import { find, insert, insertMany, type RowOf, rows } from '#kit/server/tables.ts';
import { adMedia, adPlays, adSent } from '../tables.ts';
import { storageKeyOf } from './ad-files.ts';
import { type Judged, judgePicture } from './judge-media.ts';

export { type CountedPlay, type JudgedPlay, onAdPlays, provideItems, type SourceItem } from './hub.ts';
export { judgeUpload } from './judge-upload.ts';
export { markDue } from './mark-due.ts';
/** For demo data: what screens showed in earlier days, as their telemetry stores it. */
export { addPlays } from './take-plays.ts';

/** Takes a judged file into the library of an organisation; one that is there already is the same. */
export async function keepMedia(
  tx: Tx,
  tenantId: string,
  media: Judged & { link: string; name: string },
): Promise<RowOf<typeof adMedia>> {
  const scope = tenantScope(tenantId);
  await holdName(tx, 'ad media', tenantId);
  const [known] = await find(tx, scope, adMedia, { sha256: media.sha256, removedAt: null });
  if (known) return known;
  const [kept] = await insert(tx, scope, adMedia, { id: newId(), ...media });
  return kept!;
}

/** Plays that are counted for an item in some hours of a machine, by the hour. */
export async function playsOfHours(
  reader: Reader,
  of: { tenantId: string; deviceId: string; itemId: string },
  hours: readonly Date[],
): Promise<Map<number, number>> {
  const play = rows(tenantScope(of.tenantId), adPlays);
  const found = await reader
    .select({ hourAt: play.hourAt, plays: sql<number>`${play.thousandths} / 1000`.mapWith(Number) })
    .from(play)
    .where(and(eq(play.deviceId, of.deviceId), eq(play.itemId, of.itemId), inArray(play.hourAt, [...hours])));
  return new Map(found.map(({ hourAt, plays }) => [hourAt.getTime(), plays]));
}

/** For demo data: machines that were told to show an item. */
export const noteTold = (
  tx: Tx,
  tenantId: string,
  told: readonly { deviceId: string; itemId: string; seconds: number; firstAt: Date }[],
): Promise<void> => insertMany(tx, tenantScope(tenantId), adSent, told);

/** For demo data: a picture that was drawn, judged like an upload. */
export const judgeDemoPicture = (services: Services, link: string): Promise<Judged> =>
  judgePicture(services, storageKeyOf(link));
