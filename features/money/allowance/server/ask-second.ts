import { staffWithRight } from '#features/base/accounts/server/public.ts';
import { sendSystemMessage } from '#features/base/content/server/public.ts';
import type { Permission } from '#kit/contract/endpoint.ts';
import { conflict } from '#kit/kernel/errors.ts';
import { newId } from '#kit/kernel/ids.ts';
import { formatFen } from '#kit/kernel/money.ts';
import { audit } from '#kit/server/audit.ts';
import type { StaffContext } from '#kit/server/context.ts';
import type { Tx } from '#kit/server/database.ts';
import { emit, tenantTopic } from '#kit/server/outbox.ts';
import { tenantScope } from '#kit/server/scope.ts';
import type { Services } from '#kit/server/services.ts';
import { insert } from '#kit/server/tables.ts';
import { allowanceContract, type Door, requestsChanged } from '../contract.ts';
import { allowanceRequests, type Told } from '../tables.ts';
import { beyond, type Gift, lockGiver, writeGiven } from './give-worth.ts';

/** A second person's yes: made when a request is carried out, and by nobody else. */
export interface Agreed {
  requestId: string;
  worthFen: number;
}

export interface DoorKeeper {
  /** who asked must still hold it when it is carried out */
  right: Permission;
  /**
   * Does what was asked for, in the transaction of the second person's yes and in the name of who asked. It works
   * everything out again, and passes `agreed` on to `giveOrAsk`.
   */
  carryOut(tx: Tx, context: StaffContext, payload: unknown, agreed: Agreed): Promise<void>;
}

const keepers = new WeakMap<Services, Map<Door, DoorKeeper>>();

/** Called from the `start` of a feature whose gifts may wait for a second person. */
export function registerDoor(services: Services, door: Door, keeper: DoorKeeper): void {
  const known = keepers.get(services) ?? new Map<Door, DoorKeeper>();
  keepers.set(services, known.set(door, keeper));
}

export const keeperOf = (services: Services, door: Door): DoorKeeper | undefined =>
  keepers.get(services)?.get(door);

export interface Wish extends Gift {
  /** what people call it: the name of a file, a batch, a task */
  label: string;
  /** what the second person should know, each a text with its figures */
  tells: readonly Told[];
  /** all that `carryOut` needs; kept until somebody decides */
  payload: unknown;
}

export const approveRight = allowanceContract.decideRequest.access.permission;

/** Kept as a request, and those who may agree are told. */
export async function askSecond(tx: Tx, context: StaffContext, wish: Wish): Promise<string> {
  const { session, services, clock } = context;
  const { tenantId, userId, name: userName } = session;
  const now = clock.now();
  const id = newId(now.getTime());
  const { door, label, worthFen, payload } = wish;
  await insert(tx, tenantScope(tenantId), allowanceRequests, {
    ...{ id, createdAt: now, userId, userName, door, label, worthFen, payload, state: 'waiting' },
    tells: [...wish.tells],
  });
  const worth = formatFen(worthFen);
  await audit(tx, context, {
    action: 'allowance.ask',
    entity: 'allowanceRequest',
    entityId: id,
    label,
    after: { door, worth },
  });
  for (const { id: reader, name } of await staffWithRight(tx, services, tenantId, approveRight))
    if (reader !== userId)
      await sendSystemMessage(tx, services.texts, {
        audience: { kind: 'user', userId: reader, label: name },
        titleKey: 'allowance:message.askedTitle',
        bodyKey: 'allowance:message.asked',
        params: { name: userName, label, worth },
        link: '/allowance_requests',
      });
  await emit(tx, tenantTopic(tenantId), requestsChanged);
  return id;
}

/**
 * For gifts that can wait: given now where the allowance covers it, else kept as a request. Answers the request (and then
 * nothing may be given), or null.
 */
export async function giveOrAsk(
  tx: Tx,
  context: StaffContext,
  wish: Wish,
  agreed?: Agreed,
): Promise<string | null> {
  await lockGiver(tx, context.session, context.clock.now());
  if (agreed) {
    if (wish.worthFen > agreed.worthFen)
      throw conflict('allowance:error.moreThanAgreed', {
        worth: formatFen(wish.worthFen),
        agreed: formatFen(agreed.worthFen),
      });
    await writeGiven(tx, context, wish, agreed.requestId);
    return null;
  }
  if (await beyond(tx, context, wish)) return askSecond(tx, context, wish);
  await writeGiven(tx, context, wish);
  return null;
}
