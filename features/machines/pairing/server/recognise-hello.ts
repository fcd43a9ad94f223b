import { and, eq, gt, isNull } from 'drizzle-orm';
import type { UpMessage } from '#kit/protocol/messages.ts';
import { emit, userTopic } from '#kit/server/outbox.ts';
import { platformScope } from '#kit/server/scope.ts';
import type { Services } from '#kit/server/services.ts';
import { update } from '#kit/server/tables.ts';
import { pairingOnline } from '../contract.ts';
import { pairings } from '../tables.ts';

/** The hello of any machine, claimed or not, may be the one somebody waits for. */
export async function recogniseHello(
  services: Services,
  code: string,
  hello: UpMessage<'hello'>,
): Promise<void> {
  const { pairing: token } = hello;
  if (!token) return;
  const now = services.clock.now();
  await services.db.transaction(async (tx) => {
    const [found] = await update(
      tx,
      platformScope,
      pairings,
      (row) => and(eq(row.token, token), isNull(row.onlineAt), gt(row.expiresAt, now)),
      { onlineAt: now, code },
    );
    if (found) await emit(tx, userTopic(found.userId), pairingOnline, { id: found.id });
  });
}
