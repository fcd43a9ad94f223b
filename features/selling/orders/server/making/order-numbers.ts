import { inChina } from '#kit/kernel/time.ts';
import type { Tx } from '#kit/server/database.ts';
import { run } from '#kit/server/row-statements.ts';
import type { Services } from '#kit/server/services.ts';

const takenAtOnce = 50;
const taken = new WeakMap<Services, string[]>();

/** `yyMMddHHmmssSSS` where the machines stand, and five digits of a sequence, of which each process has some in store. */
export async function nextNumber(tx: Tx, services: Services, now: Date): Promise<string> {
  const store = taken.get(services) ?? [];
  taken.set(services, store);
  if (store.length === 0) {
    const text = `select lpad(nextval('order_number')::text, 5, '0') from generate_series(1, ${takenAtOnce})`;
    store.push(...(await run(tx, text, [])).map(([digits]) => digits as string).reverse());
  }
  const moment = inChina(now).toISOString().replace(/\D/g, '').slice(2);
  return moment + store.pop();
}
