import { dayMs } from '#kit/kernel/time.ts';

/** What is younger stays in the database, whatever it is. */
export const youngestDays = 365;

interface Rule {
  /** the sequence in which a file has its rows */
  key: string;
  /** rows that forbid it, of a part called `part`; `$1` is the moment before which everything must have ended */
  forbids?: (part: string) => string;
}

/**
 * Tables whose old parts may leave the database. Whatever a movement of money, a figure of a report or a proof is made of
 * is not among them. The timeline of an order goes when nothing can happen to the order any more.
 */
export const archiveRules: Readonly<Record<string, Rule>> = {
  audit_entry: { key: 'tenant_id, id' },
  device_event: { key: 'tenant_id, id' },
  order_event: {
    key: 'tenant_id, order_id, place',
    forbids: (part) => `
      select o.number as why from ${part} e join orders o on o.tenant_id = e.tenant_id and o.id = e.order_id
      where o.ended_at is null or o.ended_at > $1::timestamptz or o.deadline_at is not null or o.fault_state = 'unsolved'
        or exists (select from order_refund r where r.tenant_id = o.tenant_id and r.order_id = o.id
          and (r.state = 'requested' or r.ended_at > $1::timestamptz))
      limit 1`,
  },
};

export const oldBefore = (now: Date) => new Date(now.getTime() - youngestDays * dayMs);
