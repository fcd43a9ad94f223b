import { asc, desc, eq, or, type SQL, sql } from 'drizzle-orm';
import { tenantView } from '#features/base/accounts/server/public.ts';
import type { Reader } from '#kit/server/database.ts';
import { pageRows, search } from '#kit/server/page-rows.ts';
import type { Scope } from '#kit/server/scope.ts';

type Organisations = ReturnType<typeof tenantView>;

interface Input {
  current: number;
  size: number;
  sort?: 'name' | undefined;
  order?: 'asc' | 'desc' | undefined;
  keyword?: string | undefined;
}

/** Organisations by name or number, the older ones first; `first` stands before all. */
export function pageOrganisations(
  reader: Reader,
  scope: Scope,
  input: Input,
  options: { first?: string; where?: (organisation: Organisations) => SQL | undefined } = {},
) {
  const organisation = tenantView(scope);
  return pageRows(reader, input, {
    from: () => reader.select().from(organisation),
    where: options.where?.(organisation),
    filters: {
      keyword: (text) => or(search(organisation.name)(text), eq(organisation.id, text)),
    },
    sort: { name: organisation.name },
    usual: [desc(sql`${organisation.id} = ${options.first ?? ''}`), asc(organisation.createdAt)],
    tie: organisation.id,
  });
}
