import { findPlayer, issuePlayerToken, provePhone, rememberPlayer } from '#features/players/server/public.ts';
import type { Client } from '#kit/contract/client.ts';
import type { TestServer } from '#kit/server/testing/harness.ts';
import { identitiesContract as calls } from '../contract.ts';

/** A person whom WeChat and Alipay know, each by a record of its own; `wechat` is the one that others are joined into. */
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
  return {
    twoRecords,
    clientOf,
    proven,
    async bothProven(): Promise<Twins> {
      const twins = await twoRecords();
      for (const id of [twins.wechat, twins.alipay]) await proven(id, twins.phone);
      return twins;
    },
    async join({ wechat, alipay }: Twins): Promise<string> {
      const client = await clientOf(wechat);
      const { seen } = await client.call(calls.previewOwnJoin, { playerId: alipay });
      return (await client.call(calls.joinOwn, { playerId: alipay, seen })).id;
    },
    async split(playerId: string, id: string): Promise<void> {
      const client = await clientOf(playerId);
      const { seen } = await client.call(calls.previewOwnSplit, { id });
      await client.call(calls.splitOwn, { id, seen });
    },
  };
}
