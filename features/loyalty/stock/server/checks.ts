import type { BooksCheck } from '#kit/server/books-check.ts';

/** Names stand in `ledger:check.<name>`. */
export const stockChecks: readonly BooksCheck[] = [
  {
    // what lies in a store, and what it is worth, is what the lines of all documents come to
    name: 'stockMatchesLines',
    sql: `select coalesce(l.variant_id, s.variant_id) || ' in store ' || coalesce(l.store_id, s.store_id) || ': '
        || coalesce(l.on_hand, 0) || ' pieces for ' || coalesce(l.value_fen, 0) || ' fen, documents say '
        || coalesce(s.pieces, 0) || ' for ' || coalesce(s.cost_fen, 0) as wrong
      from stock_level l full join (
        select tenant_id, store_id, variant_id, sum(pieces) as pieces, sum(cost_fen) as cost_fen
        from stock_line group by tenant_id, store_id, variant_id
      ) s on s.tenant_id = l.tenant_id and s.store_id = l.store_id and s.variant_id = l.variant_id
      where coalesce(l.on_hand, 0) <> coalesce(s.pieces, 0) or coalesce(l.value_fen, 0) <> coalesce(s.cost_fen, 0)`,
  },
  {
    // what is kept is what open reservations ask for, and what was handed out is what was kept
    name: 'reservedMatchesReservations',
    sql: `select coalesce(l.variant_id, k.variant_id) || ' in store ' || coalesce(l.store_id, k.store_id) || ': '
        || coalesce(l.reserved, 0) || ' kept, reservations say ' || coalesce(k.pieces, 0) as wrong
      from stock_level l full join (
        select r.tenant_id, r.store_id, w.variant_id, sum(w.pieces) as pieces
        from stock_reservation r
        join stock_reserved_line w on w.tenant_id = r.tenant_id and w.reservation_id = r.id
        where r.state = 'open' group by r.tenant_id, r.store_id, w.variant_id
      ) k on k.tenant_id = l.tenant_id and k.store_id = l.store_id and k.variant_id = l.variant_id
      where coalesce(l.reserved, 0) <> coalesce(k.pieces, 0)
      union all
      select 'reservation ' || r.key || ' kept ' || w.pieces || ' and handed out ' || coalesce(o.pieces, 0)
      from stock_reservation r
      join lateral (
        select sum(pieces) as pieces from stock_reserved_line
        where tenant_id = r.tenant_id and reservation_id = r.id
      ) w on true
      left join lateral (
        select 0 - sum(pieces) as pieces from stock_line
        where tenant_id = r.tenant_id and document_id = r.document_id
      ) o on true
      where r.state = 'handedOut' and w.pieces is distinct from o.pieces`,
  },
  {
    // the head of a document says what its lines come to; a transfer makes nothing and loses nothing
    name: 'documentsMatchLines',
    sql: `select d.number || ' says +' || d.pieces_in || ' -' || d.pieces_out || ' for ' || d.cost_fen || ', its lines +'
        || coalesce(l.pieces_in, 0) || ' -' || coalesce(l.pieces_out, 0) || ' for ' || coalesce(l.cost_fen, 0) as wrong
      from stock_document d left join (
        select tenant_id, document_id, sum(cost_fen) as cost_fen,
          sum(greatest(pieces, 0)) as pieces_in, sum(greatest(0 - pieces, 0)) as pieces_out
        from stock_line group by tenant_id, document_id
      ) l on l.tenant_id = d.tenant_id and l.document_id = d.id
      where d.pieces_in is distinct from l.pieces_in or d.pieces_out is distinct from l.pieces_out
        or d.cost_fen is distinct from l.cost_fen
        or (d.to_store_id is not null and (d.cost_fen <> 0 or d.pieces_in <> d.pieces_out))`,
  },
];
