import { staffMember } from '#features/base/accounts/server/public.ts';
import { newId } from '#kit/kernel/ids.ts';
import { formatFen } from '#kit/kernel/money.ts';
import type { StaffContext } from '#kit/server/context.ts';
import type { Tx } from '#kit/server/database.ts';
import type { Door } from '../contract.ts';
import { givesAway, type Offer } from '../rules/fair-rules.ts';
import { askSecond, type DoorKeeper } from './ask-second.ts';
import { writeGiven } from './give-worth.ts';

type Call<I, R> = (context: StaffContext, input: I) => Promise<R>;

interface FairCall<I, R> {
  handler: Call<I, R>;
  /** what becomes of prices by this call */
  offersOf: Call<I, Offer[]>;
  /** the answer while nothing is changed yet */
  unchanged: (input: I) => R;
}

/** For its types alone. */
export const fairCall = <I, R>(call: FairCall<I, R>): FairCall<I, R> => call;

// biome-ignore lint/suspicious/noExplicitAny: calls of every shape, each of them typed by `fairCall`
type AnyCall = FairCall<any, any>;
type Fair<C> = C extends FairCall<infer I, infer R> ? Call<I, R & { asked: string | null }> : never;

interface Payload {
  call: string;
  input: unknown;
}

/** Everything the call does happens in this transaction, however it opens its own. */
const inside = (tx: Tx, context: StaffContext): StaffContext => ({
  ...context,
  db: { ...context.db, read: tx, transaction: (work) => work(tx) },
});

/**
 * Calls that set prices, terms and rates. What gives far more than it costs is value given away, as often as somebody
 * takes it: the owner may say so alone; anybody else asks, and the call is carried out with a second person's yes.
 */
export function fairDoor<C extends Record<string, AnyCall>>(
  door: Door,
  right: DoorKeeper['right'],
  calls: C,
): { handlers: { [K in keyof C]: Fair<C[K]> }; keeper: DoorKeeper } {
  const wrapped = Object.entries(calls).map(([name, { handler, offersOf, unchanged }]) => {
    const fair = async (context: StaffContext, input: unknown) => {
      const given = (await offersOf(context, input)).filter(givesAway);
      const asked =
        given.length > 0 ? await askUnlessOwner(context, door, given, { call: name, input }) : null;
      return asked ? { ...unchanged(input), asked } : { ...(await handler(context, input)), asked: null };
    };
    return [name, fair];
  });
  return {
    handlers: Object.fromEntries(wrapped) as { [K in keyof C]: Fair<C[K]> },
    keeper: {
      right,
      async carryOut(tx, context, payload, { requestId, worthFen }) {
        const { call, input } = payload as Payload;
        await calls[call]!.handler(inside(tx, context), input);
        await writeGiven(tx, context, { door, subjectId: requestId, units: 1, worthFen }, requestId);
      },
    },
  };
}

async function askUnlessOwner(
  context: StaffContext,
  door: Door,
  offers: readonly Offer[],
  payload: Payload,
): Promise<string | null> {
  const { tenantId, userId } = context.session;
  const member = await staffMember(context.db.read, tenantId, userId);
  if (member?.owner) return null;
  return context.db.transaction((tx) =>
    askSecond(tx, context, {
      ...{ door, payload, subjectId: newId(), units: 1 },
      label: offers
        .map(({ label }) => label)
        .join(', ')
        .slice(0, 100),
      tells: offers.slice(0, 10).map(({ label, worthFen, priceFen }) => ({
        key: 'allowance:tells.offer',
        params: { name: label, worth: formatFen(worthFen), price: formatFen(priceFen) },
      })),
      worthFen: Math.max(...offers.map(({ worthFen }) => worthFen)),
    }),
  );
}
