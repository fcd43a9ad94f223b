import { eq, ne } from 'drizzle-orm';
import { ownerView, tenantView } from '#features/base/accounts/server/public.ts';
import type { ParsedInputOf } from '#kit/contract/endpoint.ts';
import { pick } from '#kit/kernel/pick.ts';
import type { Reader } from '#kit/server/database.ts';
import { newestFirst } from '#kit/server/listing.ts';
import { equals, pageRows, search } from '#kit/server/page-rows.ts';
import { platformScope, platformTenantId } from '#kit/server/scope.ts';
import type { reviewsContract } from '../contract/reviews.ts';

/** Merchants and agents with the account that owns each and the agent above. */
export function pageTenants(reader: Reader, input: ParsedInputOf<typeof reviewsContract.listTenants>) {
  const tenant = tenantView(platformScope);
  const owner = ownerView();
  return pageRows(reader, input, {
    from: () =>
      reader
        .select({
          ...pick(tenant, 'id', 'createdAt', 'realm', 'name', 'agentId', 'agentName', 'state'),
          ...pick(tenant, 'reviewState', 'reviewReason', 'inviterPhone'),
          ...pick(owner, 'account', 'phone'),
        })
        .from(tenant)
        .leftJoin(owner, eq(owner.tenantId, tenant.id))
        .$dynamic(),
    where: ne(tenant.id, platformTenantId),
    filters: {
      realm: equals(tenant.realm),
      reviewState: equals(tenant.reviewState),
      state: equals(tenant.state),
      keyword: search(tenant.name, tenant.id, owner.account, owner.phone),
    },
    ...newestFirst(tenant),
    sort: { createdAt: tenant.createdAt, name: tenant.name, id: tenant.id },
  });
}
