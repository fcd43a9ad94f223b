import { and, eq, type SQL, type SQLWrapper } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { AnyEndpoint, ParsedInputOf } from '#kit/contract/endpoint.ts';
import type { Reader } from './database.ts';
import { since, until } from './page-rows.ts';
import type { Scope } from './scope.ts';

type Column = AnyPgColumn | SQL;

/**
 * The query behind a list call, with the types of its input: `listing(contract.listNotes, (reader, scope, input) => …)`. A list
 * that is not of a scope says of whom: `(reader, tenantId: string, input)`.
 */
export const listing = <E extends AnyEndpoint, R, W = Scope>(
  _endpoint: E,
  query: (reader: Reader, whose: W, input: ParsedInputOf<E>) => R,
): typeof query => query;

/** The usual order of a list whose rows have a time: the newest first. A list that sorts by more says its `sort` after it. */
export const newestFirst = ({ id, createdAt }: { id: Column; createdAt: Column }) => ({
  sort: { createdAt },
  usual: { by: 'createdAt' as const, order: 'desc' as const },
  tie: id,
});

/** What `dayRange` of the input means for a row. */
export const days = (at: Column) => ({ from: since(at), to: until(at) });

/** Joins the site of a row: by the merchant too, as every id of the house. */
export const atSite = (
  site: { tenantId: SQLWrapper; id: SQLWrapper },
  row: { tenantId: SQLWrapper; siteId: SQLWrapper },
): SQL | undefined => and(eq(site.tenantId, row.tenantId), eq(site.id, row.siteId));
