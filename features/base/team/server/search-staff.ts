import { registerSearch } from '#features/base/lists/server/public.ts';
import type { Services } from '#kit/server/services.ts';
import { teamContract } from '../contract.ts';
import { staffHandlers } from './staff-handlers.ts';

interface Person {
  id: string;
  name: string;
  account: string;
  roleName: string;
}

/** How an account is found: what leads to its page. */
export const personHit =
  (page: string) =>
  ({ id, name, account, roleName }: Person) => ({
    id,
    title: name,
    note: [account, roleName].filter(Boolean).join(' · '),
    path: `${page}?id=${id}`,
    exact: false,
  });

/** Sub-accounts by name, account or phone. */
export function searchStaff(services: Services): void {
  registerSearch(services, {
    kind: 'staff',
    endpoint: teamContract.listStaff,
    handler: staffHandlers.listStaff,
    input: (text) => ({ keyword: text }),
    hits: ({ records }) => records.map(personHit('/seezzh')),
  });
}
