import { newId } from '#kit/kernel/ids.ts';
import type { Database } from '#kit/server/database.ts';
import type { Statement } from './server.ts';

/** One order as its SQL: the transaction that writes, pays and sends it, and the one that settles it. */
export interface Script {
  transactions: readonly (readonly Statement[])[];
  /** ids that belong to the recorded order alone */
  own: readonly string[];
  recordedAtMs: number;
}

const uuid = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;
const instants = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g;
/** order numbers are made by the server, and each is used once */
const numbers = /\b\d{20}\b/g;
const isPart = (statement: Statement) => /insert into "?(orders|ledger_transfer)\b/.test(statement.text);

/**
 * What was recorded holds the work of timers and of the outbox too, which is done for many orders at once; only the two
 * transactions of the order itself are the limit we are measured against.
 */
export function scriptOf(recorded: readonly Statement[], known: ReadonlySet<string>): Script {
  const open = new Map<number, Statement[]>();
  const transactions: Statement[][] = [];
  for (const statement of recorded) {
    const text = statement.text.trim();
    if (text === 'begin') open.set(statement.connection, []);
    else if (text === 'commit') {
      const whole = open.get(statement.connection) ?? [];
      open.delete(statement.connection);
      if (whole.some(isPart)) transactions.push(whole);
    } else open.get(statement.connection)?.push(statement);
  }
  if (transactions.length !== 2)
    throw new Error(`an order takes two transactions, not ${transactions.length}`);
  const ids = JSON.stringify(transactions).match(uuid) ?? [];
  return { transactions, own: [...new Set(ids)].filter((id) => !known.has(id)), recordedAtMs: Date.now() };
}

let played = 0;
const nextNumber = () => String(10n ** 19n + BigInt(++played));

/** The same statements with ids of a new order, and nothing around them. */
export async function playScript(db: Database, { transactions, own, recordedAtMs }: Script): Promise<void> {
  const fresh = new Map(own.map((id) => [id, newId()]));
  const passedMs = Date.now() - recordedAtMs;
  // deadlines that are over would be swept away by the server in the middle of an order
  const later = (instant: string) => new Date(Date.parse(instant) + passedMs).toISOString();
  const number = nextNumber();
  const renewed = (value: unknown) =>
    typeof value === 'string'
      ? value
          .replace(uuid, (id) => fresh.get(id) ?? id)
          .replace(instants, later)
          .replace(numbers, number)
      : value;
  for (const statements of transactions)
    await db.raw.begin(async (tx) => {
      for (const { text, parameters } of statements)
        await tx.unsafe(text, parameters.map(renewed) as never[], { prepare: true });
    });
}
