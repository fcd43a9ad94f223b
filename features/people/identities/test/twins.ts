import {
  findPlayer,
  issuePlayerToken,
  provePhone,
  rememberPlayer,
} from '#features/base/players/server/public.ts';
import type { Client } from '#kit/contract/client.ts';
import type { TestServer } from '#kit/server/testing/harness.ts';
import { identitiesContract as calls } from '../contract.ts';
import { joinDue } from '../server/ask-join.ts';

/** A person whom WeChat and Alipay know, each by another record; `wechat` is the one that others are joined into. */
export interface Twins {
  phone: string;
  wechat: string;
  alipay: string;
}

let people = 0;

export function twinsOf(server: () => TestServer) {
  async function twoRecords(): Promise<Twins> {
    people += 1;
    const phone = `1360000${String(people).padStart(4, '0')}`;
    const identity = (platform: 'wechat' | 'alipay') =>
      ({ platform, appId: 'twins', openId: `${platform} ${people}`, name: `${platform} ${people}` }) as const;
    const [wechat, alipay] = await server().services.db.transaction(async (tx) => [
      await rememberPlayer(tx, identity('wechat')),
      await rememberPlayer(tx, identity('alipay')),
    ]);
    return { phone, wechat: wechat!.id, alipay: alipay!.id };
  }
  async function clientOf(playerId: string): Promise<Client> {
    const player = await findPlayer(server().services.db.read, playerId);
    return server().withToken(await issuePlayerToken(server().services, player!));
  }
  /** As after the right code: the way through the message is tried by itself. */
  const proven = (playerId: string, phone: string) => {
    const { services, clock } = server();
    return services.db.transaction((tx) => provePhone(tx, services, { playerId, phone, now: clock.now() }));
  };
  /** As if the day had passed for which a joining waits; its id. */
  async function timeComes(wishId: string): Promise<string> {
    const { services, clock } = server();
    await services.db.raw`
      update player_join_wish set due_at = ${clock.now().toISOString()} where id = ${wishId}`;
    await joinDue(services);
    const [join] = await services.db.raw<{ id: string }[]>`
      select j.id from player_join j join player_join_wish w
        on w.from_player = j.from_player and w.into_player = j.into_player
      where w.id = ${wishId} and w.outcome = 'joined' and j.split_at is null`;
    return join?.id ?? '';
  }
  return {
    twoRecords,
    clientOf,
    proven,
    async bothProven(): Promise<Twins> {
      const twins = await twoRecords();
      for (const id of [twins.wechat, twins.alipay]) await proven(id, twins.phone);
      return twins;
    },
    async join(
      { wechat, alipay }: Twins,
      passwords: { password?: string; otherPassword?: string } = {},
    ): Promise<string> {
      const client = await clientOf(wechat);
      const { seen } = await client.call(calls.previewOwnJoin, { playerId: alipay });
      const { id, waitsUntil } = await client.call(calls.joinOwn, { playerId: alipay, seen, ...passwords });
      return waitsUntil ? timeComes(id) : id;
    },
    timeComes,
    async split(playerId: string, id: string): Promise<void> {
      const client = await clientOf(playerId);
      const { seen } = await client.call(calls.previewOwnSplit, { id });
      await client.call(calls.splitOwn, { id, seen });
    },
  };
}
