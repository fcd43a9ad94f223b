import type { JoiningKeeper } from '#features/base/players/server/public.ts';
import { playerScope } from '#kit/server/scope.ts';
import { limitAt, noLimit } from '../rules/limit-rules.ts';
import { readOwnLimit, writeOwnLimit } from './limit-queries.ts';
import { bringPayPassword } from './pay-password-queries.ts';

/**
 * Joining is no way around what a person set as a guard: of two limits the lower one holds, and a payment password guards
 * the purse that its money went to, unless there is one already. Each record keeps its own when they part.
 */
export const joinGuards: JoiningKeeper = {
  async joined(tx, { from, into, now }) {
    await bringPayPassword(tx, from, into);
    const [there, here] = [
      limitAt(await readOwnLimit(tx, playerScope(from)), now),
      limitAt(await readOwnLimit(tx, playerScope(into)), now),
    ];
    if (there === null || (here !== null && here <= there)) return;
    await writeOwnLimit(tx, playerScope(into), { ...noLimit, dailyFen: there }, now);
  },
};
