import { and, eq, isNotNull, isNull } from 'drizzle-orm';
import { siteView } from '#features/base/sites/server/public.ts';
import { daysThere, deviceView } from '#features/machines/devices/server/public.ts';
import { pick } from '#kit/kernel/pick.ts';
import { atSite, listing, newestFirst } from '#kit/server/listing.ts';
import { equals, pageRows, search } from '#kit/server/page-rows.ts';
import { rows } from '#kit/server/tables.ts';
import { vendingContract } from '../contract.ts';
import { productTemplates, vendingMovements } from '../tables.ts';

export const pageMovements = listing(vendingContract.listMovements, (reader, scope, input) => {
  const movement = rows(scope, vendingMovements);
  const template = rows(scope, productTemplates);
  const device = deviceView(scope);
  const site = siteView(scope);
  const isDevice = and(
    eq(device.tenantId, movement.tenantId),
    eq(device.id, movement.deviceId),
    isNull(device.unboundAt),
  );
  return pageRows(reader, input, {
    from: () =>
      reader
        .select({
          ...pick(movement, 'id', 'createdAt', 'kind'),
          equipmentId: movement.deviceId,
          equipmentNo: device.number,
          equipmentName: device.name,
          fieldId: movement.siteId,
          fieldName: site.name,
          lane: movement.lane,
          templateName: template.name,
          ...pick(movement, 'amount', 'missing', 'stockBefore', 'stockAfter', 'costFen', 'userName', 'note'),
          ...pick(movement, 'reason', 'expiryDate'),
        })
        .from(movement)
        .leftJoin(
          template,
          and(eq(template.tenantId, movement.tenantId), eq(template.id, movement.templateId)),
        )
        .leftJoin(device, isDevice)
        .leftJoin(site, atSite(site, movement)),
    filters: {
      kind: equals(movement.kind),
      visitId: equals(movement.visitId),
      by: (who) => (who === 'staff' ? isNotNull(movement.userId) : isNull(movement.userId)),
      equipmentId: equals(movement.deviceId),
      fieldId: equals(movement.siteId),
      templateId: equals(movement.templateId),
      userName: search(movement.userName),
      ...daysThere(movement),
    },
    ...newestFirst(movement),
  });
});
