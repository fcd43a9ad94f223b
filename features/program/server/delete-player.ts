import { countUnderWay } from '#features/orders/server/public.ts';
import {
  findJoined,
  forgetPlayer,
  ownDataKeepers,
  takePlayer,
  tellLoginsEnded,
} from '#features/players/server/public.ts';
import { conflict, unauthorized } from '#kit/kernel/errors.ts';
import { formatFen } from '#kit/kernel/money.ts';
import type { Context } from '#kit/server/context.ts';
import { removeOwn } from '#kit/server/player-tables.ts';
import { playerScope } from '#kit/server/scope.ts';
import type { PlayerSession } from '#kit/server/session.ts';
import { playerLimits, playerPhotos } from '../tables.ts';
import { takeTurn } from './limit-queries.ts';
import { readPurses } from './money-queries.ts';
import { removePayPassword } from './pay-password-queries.ts';
import { photoKey } from './photo-queries.ts';

/**
 * Orders and books keep the row that they name, which says nothing of a person any more: whoever comes again with the same
 * phone or app is somebody new. What was given up stays on its account, where nobody can spend it: it is not ours to take.
 */
export async function deletePlayer(
  context: Context<PlayerSession>,
  givenUp: { balanceFen: number; coins: number },
): Promise<void> {
  const { session, services, clock } = context;
  const { playerId } = session;
  const photos = await context.db.transaction(async (tx) => {
    // first of all: whoever writes an order for the player holds the row, and is seen below or comes too late
    if (!(await takePlayer(tx, playerId))) throw unauthorized();
    await takeTurn(tx, playerId);
    if ((await countUnderWay(tx, playerId)) > 0) throw conflict('program:error.underWay');
    const purses = await readPurses(tx, playerId);
    const sum = (unit: string) =>
      purses.filter((purse) => purse.unit === unit).reduce((total, { balance }) => total + balance, 0);
    const there = { balanceFen: sum('fen'), coins: sum('coin') };
    if (there.balanceFen !== givenUp.balanceFen || there.coins !== givenUp.coins)
      throw conflict('program:error.notGivenUp', {
        balance: formatFen(there.balanceFen),
        coins: there.coins,
      });
    const pictures = [];
    // what was written down in a record before it was joined is the person's too
    for (const id of [playerId, ...(await findJoined(tx, playerId)).map((joined) => joined.id)]) {
      const scope = playerScope(id);
      await removeOwn(tx, scope, playerLimits, {});
      await removePayPassword(tx, scope);
      for (const { forget } of ownDataKeepers(services)) await forget?.(tx, id);
      pictures.push(...(await removeOwn(tx, scope, playerPhotos, {})));
    }
    await forgetPlayer(tx, playerId, clock.now());
    return pictures;
  });
  for (const { name } of photos) await services.storage.remove(photoKey(name));
  await tellLoginsEnded(context.db, playerId);
}
