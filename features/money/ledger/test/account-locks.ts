import { lockSequence } from '../server/accounts.ts';

/** One statement of a transaction, as far as it takes rows of accounts. */
interface Taking {
  what: string;
  accountIds: string[];
  holdId?: string;
}

interface AccountLocks {
  onStatement(connection: number, text: string, parameters: readonly unknown[]): void;
  /** each transaction that took an account before one that everybody else takes earlier, as a sentence */
  outOfOrder(raw: {
    unsafe(text: string): PromiseLike<ArrayLike<Record<string, unknown>>>;
  }): Promise<string[]>;
}

const uuids = (value: unknown) =>
  String(value).match(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g) ?? [];

/** The third of the columns that legs are given as: see `legParameters`. */
function legAccounts(text: string, parameters: readonly unknown[]): string[] {
  const place = /unnest\(\$\d+::int\[\], \$\d+::uuid\[\], \$(\d+)::uuid\[\]/.exec(text)?.[1];
  return place ? uuids(parameters[Number(place) - 1]) : [];
}

function takingOf(text: string, parameters: readonly unknown[]): Taking | undefined {
  if (!text.includes('ledger_account') || !/for update|update ledger_account/.test(text)) return undefined;
  const kinds = parameters.filter((value) => typeof value === 'string' && /^[a-z]+(\.\w+)*$/i.test(value));
  const what = `${text.trim().slice(0, 60).replace(/\s+/g, ' ')}… ${[...new Set(kinds)].join(' ')}`;
  if (text.includes('select 1 from ledger_account')) return { what, accountIds: uuids(parameters[0]) };
  if (text.includes('insert into ledger_hold')) return { what, accountIds: uuids(parameters[4]) };
  const accountIds = legAccounts(text, parameters);
  return text.includes('from ledger_hold')
    ? { what, accountIds, holdId: String(parameters[0]) }
    : { what, accountIds };
}

/**
 * Two transactions lock each other out only where one of them takes an account after another that stands behind it in
 * the sequence of all. That is seen in every transaction by itself, without waiting for two that meet.
 */
export function watchAccountLocks(): AccountLocks {
  const open = new Map<number, Taking[]>();
  const ended: Taking[][] = [];
  return {
    onStatement(connection, text, parameters) {
      const word = text.trim().toLowerCase();
      if (word.startsWith('begin')) open.set(connection, []);
      else if (word === 'commit' || word === 'rollback') {
        const takings = open.get(connection) ?? [];
        if (takings.length > 1) ended.push(takings);
        open.delete(connection);
      } else {
        const taking = takingOf(text, parameters);
        if (taking) open.get(connection)?.push(taking);
      }
    },
    async outOfOrder(raw) {
      const rows = Array.from(
        await raw.unsafe(
          `select id, owner_kind || ' ' || purpose as name, row_number() over (order by ${lockSequence}) as place from ledger_account`,
        ),
      );
      const places = new Map(
        rows.map(({ id, name, place }) => [String(id), { name: String(name), place: Number(place) }]),
      );
      const holds = new Map(
        Array.from(await raw.unsafe('select id, account_id from ledger_hold')).map((row) => [
          String(row.id),
          String(row.account_id),
        ]),
      );
      const found = new Set<string>();
      for (const takings of ended) {
        const held = new Map<string, string>();
        let last = { place: 0, name: '', what: '' };
        for (const { what, accountIds, holdId } of takings) {
          const wanted = [...accountIds, ...(holdId ? [holds.get(holdId) ?? ''] : [])]
            .flatMap((id) => {
              const known = places.get(id);
              return known && !held.has(id) ? [{ id, ...known }] : [];
            })
            .sort((a, b) => a.place - b.place);
          const [first] = wanted;
          if (first && first.place < last.place)
            found.add(`${first.name} by "${what}" after ${last.name} by "${last.what}"`);
          for (const { id, name, place } of wanted) {
            held.set(id, what);
            if (place > last.place) last = { place, name, what };
          }
        }
      }
      return [...found];
    },
  };
}
