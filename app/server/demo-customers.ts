import { setTimeout as sleep } from 'node:timers/promises';
import { playersContract } from '#features/base/players/contract.ts';
import { listDemoFleet } from '#features/machines/devices/server/public.ts';
import { ordersContract } from '#features/selling/orders/contract.ts';
import { playContract, soldAtOnce } from '#features/selling/play/contract.ts';
import { CallError, createClient } from '#kit/contract/client.ts';
import type { OutputOf } from '#kit/contract/endpoint.ts';
import { newRequestId } from '#kit/kernel/request-id.ts';
import { minuteMs } from '#kit/kernel/time.ts';
import { demoTenants } from '#kit/server/demo.ts';
import { tenantScope } from '#kit/server/scope.ts';
import type { Services } from '#kit/server/services.ts';
import { type DemoPerson, demoPeople } from '#providers/demo-people.ts';
import { createRandom, type Random } from '#simulators/devices/random.ts';

/** Often enough to see orders come while one looks, seldom enough that a day's takings stay those of a shop. */
const meanMs = 1.5 * minuteMs;

type Prepared = OutputOf<typeof ordersContract.payForDevice>;

interface Door {
  baseUrl: string;
  fetch?: typeof fetch;
}

/** As a page of the player's would: the same calls, from outside, with nothing but a token. */
function clientOf({ baseUrl, fetch: send }: Door, token?: string) {
  return createClient({
    baseUrl,
    language: () => 'zh-cn',
    token: async () => token,
    ...(send && { fetch: send }),
  });
}

/** On the platform's own payment sheet, which is all that a person sees of it. */
async function payAt(services: Services, person: DemoPerson, order: Prepared): Promise<boolean> {
  const platform = services.demoPay[person.platform];
  if (!platform) return false;
  const prepayId = order.sign_package?.package.replace('prepay_id=', '');
  const paid: Record<string, string> = prepayId
    ? { do: 'pay', prepay_id: prepayId, openid: person.openId }
    : { do: 'pay', trade_no: order.prepay_id ?? '', person: person.openId };
  const answer = await fetch(`${platform.url}/sheet`, { method: 'POST', body: new URLSearchParams(paid) });
  return answer.ok;
}

/** One of the invented players goes to a machine that is free and pays for a play or two; the order, where one came about. */
export async function payOnce(services: Services, door: Door, random: Random): Promise<string | undefined> {
  const person = random.pick(demoPeople);
  const fleet = await listDemoFleet(services.db.read, tenantScope(demoTenants.merchant));
  const free = fleet.filter(
    ({ type, controlled, online, faults }) =>
      controlled && online && faults.length === 0 && soldAtOnce.includes(type),
  );
  if (free.length === 0) return undefined;
  const machine = random.pick(free);
  const { state } = await clientOf(door).call(playContract.readMachine, { equipmentId: machine.code });
  if (state !== 'ready') return undefined;
  const n = demoPeople.indexOf(person) + 1;
  const login = await clientOf(door).call(playersContract.logInDemoPlayer, { n });
  const order = await clientOf(door, login.access_token).call(ordersContract.payForDevice, {
    equipmentId: machine.code,
    payWay: person.platform,
    requestId: newRequestId(),
    ...(machine.type === 'exchange' ? { amountFen: random.int(1, 3) * 1000 } : { number: random.int(1, 3) }),
  });
  return (await payAt(services, person, order)) ? order.orderNumber : undefined;
}

/**
 * People who pay online at the demo's machines, so that orders and takings move while somebody watches. They come in by the
 * door of players and pay at the simulated platforms, which a real installation does not have.
 */
export function startDemoCustomers(services: Services, door: Door): { stop(): Promise<void> } {
  const leaving = new AbortController();
  const random = createRandom(`customers ${services.clock.now().toISOString()}`);
  const come = async () => {
    while (!leaving.signal.aborted) {
      await sleep(random.exponential(meanMs), undefined, { signal: leaving.signal, ref: false }).catch(
        () => undefined,
      );
      if (leaving.signal.aborted) return;
      try {
        await payOnce(services, door, random);
      } catch (error) {
        // somebody else was quicker at the machine, or the server is about to stop: the next one tries again
        if (!(error instanceof CallError)) services.log.warn({ err: error }, 'simulated customer');
      }
    }
  };
  const gone = come();
  return {
    async stop() {
      leaving.abort();
      await gone;
    },
  };
}
