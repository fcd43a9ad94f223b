import type { AnyEndpoint } from '#kit/contract/endpoint.ts';
import { AppError } from '#kit/kernel/errors.ts';
import type { Session } from '../session.ts';

/**
 * What clients of the family add to every list: against caches, paging and sorting under all their names, and fields of
 * their own pages. None of it narrows a list, so none of it is refused.
 */
const passedOver: ReadonlySet<string> = new Set([
  ...['_t', '_', 't'],
  ...['current', 'size', 'total', 'pages', 'sort', 'order', 'ascs', 'descs'],
  'isEnabled',
]);

export const isList = ({ input: { shape } }: AnyEndpoint) => 'current' in shape && 'size' in shape;

/**
 * A caller that filters a list by a name the list does not know would get everything, and might delete it.
 * The own tenant's number narrows nothing, and many clients send it with every call.
 */
export function refuseUnknownFilters(
  endpoint: AnyEndpoint,
  given: Record<string, unknown>,
  session: Session | undefined,
): void {
  if (!isList(endpoint)) return;
  for (const [name, value] of Object.entries(given)) {
    if (Object.hasOwn(endpoint.input.shape, name) || passedOver.has(name)) continue;
    if (value === '' || value === null || value === undefined) continue;
    if (name === 'tenantId' && session?.kind === 'staff' && String(value) === session.tenantId) continue;
    const params = { name: name.slice(0, 40) };
    throw new AppError('kit:error.unknownFilter', 'invalid', params, [
      { path: params.name, key: 'kit:error.unknownFilter', params },
    ]);
  }
}
