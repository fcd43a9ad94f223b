import type { Client } from '#kit/contract/client.ts';
import type { InputOf } from '#kit/contract/endpoint.ts';
import { minuteMs } from '#kit/kernel/time.ts';
import type { TestServer } from '#kit/server/testing/harness.ts';
import { playerAppContract as calls } from '../contract.ts';
import { deleteDue } from '../server/delete-player.ts';

/** A player who has a phone and no payment password: what is asked for is a code on it. */
export async function ownerCode(
  server: TestServer,
  client: Client,
  purpose: 'ownData' | 'leaving',
): Promise<string> {
  // codes to one phone are a minute apart
  server.clock.forward(minuteMs);
  await client.call(calls.sendOwnerCode, { purpose });
  return server.messages.findLast(({ params }) => params.code)!.params.code!;
}

export const ownFile = async (server: TestServer, client: Client) =>
  client.call(calls.exportSelf, { code: await ownerCode(server, client, 'ownData') });

export const leave = async (
  server: TestServer,
  client: Client,
  givenUp: Omit<InputOf<typeof calls.deleteSelf>, 'code' | 'password'> = {},
) => client.call(calls.deleteSelf, { ...givenUp, code: await ownerCode(server, client, 'leaving') });

/** As if the days had passed in which it could be taken back. */
export async function daysPass(server: TestServer, playerId: string): Promise<void> {
  await server.services.db.raw`
    update player set closes_at = ${server.clock.now().toISOString()} where id = ${playerId} and closes_at is not null`;
  await deleteDue(server.services);
}

/** A phone that was set today proves nothing today. */
export const phoneKnownForDays = (server: TestServer, playerId: string) =>
  server.services.db.raw`update player set phone_since = null where id = ${playerId}`;
