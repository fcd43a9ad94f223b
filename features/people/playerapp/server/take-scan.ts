import { holdPlayer, type PlayerRow } from '#features/base/players/server/public.ts';
import { conflict, invalid } from '#kit/kernel/errors.ts';
import { minuteMs } from '#kit/kernel/time.ts';
import { audit } from '#kit/server/audit.ts';
import type { StaffContext } from '#kit/server/context.ts';
import type { Tx } from '#kit/server/database.ts';
import { isTimely, isTrueCode, readMemberCode } from './member-code.ts';
import { findScan, type ScanRow, spendMemberCode } from './member-code-queries.ts';

/** The person who scanned a code may look again at whom it named, for as long as serving somebody takes. */
const lookAgainMs = 10 * minuteMs;

/** Whom a code names, for the person of the staff who scanned it and nobody else. */
export async function takeScan(
  tx: Tx,
  context: StaffContext,
  code: string,
): Promise<{ player: PlayerRow; scan: ScanRow }> {
  const { session, services, clock } = context;
  const { tenantId, userId } = session;
  const now = clock.now();
  const read = readMemberCode(code);
  const player = read && (await holdPlayer(tx, read.playerId));
  // whether it is made up or names nobody is told to nobody
  if (!read || !player || !isTrueCode(services.secrets, player, code))
    throw invalid('playerapp:error.noMemberCode');
  const wanted = { tenantId, playerId: player.id, step: read.step, userId, scannedAt: now };
  const isMine = (scan: ScanRow | undefined): scan is ScanRow =>
    scan?.tenantId === tenantId && scan.userId === userId;
  if (!isTimely(read.step, now)) {
    const known = await findScan(tx, wanted);
    if (!isMine(known) || now.getTime() - known.scannedAt.getTime() > lookAgainMs)
      throw conflict('playerapp:error.oldMemberCode');
    return { player, scan: known };
  }
  const scan = await spendMemberCode(tx, wanted);
  if (!isMine(scan)) throw conflict('playerapp:error.usedMemberCode');
  if (scan.scannedAt.getTime() === now.getTime())
    await audit(tx, context, {
      action: 'playerapp.identify',
      entity: 'player',
      entityId: player.id,
      label: player.name,
    });
  return { player, scan };
}
