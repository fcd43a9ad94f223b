import { eq } from 'drizzle-orm';
import { missing } from '#kit/kernel/errors.ts';
import { secondMs } from '#kit/kernel/time.ts';
import { installation } from '#kit/server/audit.ts';
import type { Handler } from '#kit/server/context.ts';
import { demoId } from '#kit/server/demo.ts';
import type { Services } from '#kit/server/services.ts';
import { demoPeople } from '#providers/demo-people.ts';
import type { PlayerLogin, playersContract } from '../contract.ts';
import { findPlayer, type PlayerRow } from './player-queries.ts';
import { toPlayer } from './player-records.ts';
import { issuePlayerToken, playerTokenMs } from './tokens.ts';

export const loginOf = async (services: Services, player: PlayerRow): Promise<PlayerLogin> => ({
  access_token: await issuePlayerToken(services, player),
  expires_in: playerTokenMs / secondMs,
  player: toPlayer(player),
});

/** Demo mode on real data is no demo: the invented players exist only where the database was born with them. */
async function requireDemo({ config, db }: Services): Promise<void> {
  if (!config.demo) throw missing();
  const [seeded] = await db.read.select().from(installation).where(eq(installation.name, 'demo'));
  if (!seeded) throw missing();
}

export const listDemoPlayers: Handler<typeof playersContract.listDemoPlayers> = async ({ services }) => {
  await requireDemo(services);
  return demoPeople.map(({ name, platform }, place) => ({ n: place + 1, playerName: name, platform }));
};

export const logInDemoPlayer: Handler<typeof playersContract.logInDemoPlayer> = async (context, { n }) => {
  const { services } = context;
  await requireDemo(services);
  const person = demoPeople[n - 1];
  const player = person && (await findPlayer(context.db.read, demoId(`player:${person.openId}`)));
  if (!player) throw missing('players:error.noDemoPlayer');
  return loginOf(services, player);
};
