import { findPlayer, issuePlayerToken, rememberPlayer } from '#features/base/players/server/public.ts';
import { campaignAccount, playerAccount, readBalances } from '#features/money/ledger/server/public.ts';
import { workDue } from '#features/money/payments/server/public.ts';
import { earn } from '#features/money/wallet/test/purse.ts';
import { firstSite, hallOf, tenantId } from '#features/people/members/test/hall.ts';
import type { Client } from '#kit/contract/client.ts';
import type { InputOf } from '#kit/contract/endpoint.ts';
import { addDays, businessDay } from '#kit/kernel/time.ts';
import type { TestServer } from '#kit/server/testing/harness.ts';
import { redpacketsContract as calls } from '../contract.ts';

let guests = 0;

/** A hall with money in its wallet, and guests with phones in their hands. */
export function stageOf(server: TestServer) {
  const { services } = server;
  const hall = hallOf(server);
  const staff = () => server.logIn('merchant');
  const clientOf = async (playerId: string): Promise<Client> => {
    const player = await findPlayer(services.db.read, playerId);
    return server.withToken(await issuePlayerToken(services, player!));
  };
  /** somebody whom nobody knows yet, in our app of WeChat, with a phone of their own */
  const guest = async ({ phone }: { phone?: string | undefined } = {}) => {
    guests += 1;
    const own = phone ?? `139${String(10_000_000 + guests)}`;
    const player = await services.db.transaction((tx) =>
      rememberPlayer(tx, {
        ...{ platform: 'wechat', appId: services.wechat?.appId ?? 'hall', name: `guest ${guests}` },
        ...{ openId: `packet guest ${guests}`, phone: own },
      }),
    );
    return { playerId: player.id, phone: own, client: await clientOf(player.id) };
  };
  const today = () => businessDay(services.clock.now());
  return {
    hall,
    guest,
    clientOf,
    staff,
    /** one after the other: they are counted as they come */
    async guests(count: number) {
      const came: Awaited<ReturnType<typeof guest>>[] = [];
      while (came.length < count) came.push(await guest());
      return came;
    },
    earn: (amountFen: number) => earn(server, amountFen),
    inDays: (days: number) => addDays(today(), days),
    async start(more: Partial<InputOf<typeof calls.startCampaign>> = {}, by?: Client) {
      const wish: InputOf<typeof calls.startCampaign> = {
        target: 'coin',
        split: 'fixed',
        ...{ name: 'a campaign', pieces: 3, eachCoins: 5, holdOutPercent: 0 },
        ...{ fromDay: today(), untilDay: addDays(today(), 7), siteIds: [firstSite] },
        ...more,
      };
      const maker = by ?? (await staff());
      const { id, asked } = await maker.call(calls.startCampaign, wish);
      if (asked) return { id, asked, token: '' };
      const { path } = await maker.call(calls.readCampaign, { id });
      return { id, asked, token: new URLSearchParams(path.split('?')[1]).get('packet') as string };
    },
    read: async (id: string) => (await staff()).call(calls.readCampaign, { id }),
    open: (client: Client, token: string, fieldId: string = firstSite) =>
      client.call(calls.openPacket, { token, fieldId }),
    page: (client: Client, token: string) => client.call(calls.readPacket, { token }),
    owned: async (playerId: string, unit: 'coin' | 'fen', siteId: string = firstSite) =>
      (await readBalances(services.db.read, [playerAccount(tenantId, playerId, siteId, unit)]))[0]?.balance ??
      0,
    held: async (id: string, unit: 'coin' | 'fen') =>
      (await readBalances(services.db.read, [campaignAccount(tenantId, id, unit)]))[0]?.balance ?? 0,
    /** what the payment platforms have to be asked or told is done now */
    work: () => workDue(services),
  };
}
