import { inArray } from 'drizzle-orm';
import { siteNames } from '#features/base/sites/server/public.ts';
import { deviceView } from '#features/machines/devices/server/public.ts';
import type { Reader } from '#kit/server/database.ts';
import type { Scope } from '#kit/server/scope.ts';

export interface PlaceNames {
  fieldId: string | null;
  fieldName: string | null;
  equipmentId: string | null;
  equipmentNo: number | null;
  equipmentName: string | null;
}

const nowhere: PlaceNames = {
  fieldId: null,
  fieldName: null,
  equipmentId: null,
  equipmentNo: null,
  equipmentName: null,
};

/** What sites, or machines and where they stand, are called, by their ids; '' is nowhere. */
export async function placeNames(
  reader: Reader,
  scope: Scope,
  kind: 'site' | 'device',
  ids: readonly string[],
): Promise<(id: string) => PlaceNames> {
  const known = ids.filter((id) => id !== '');
  if (known.length === 0) return () => nowhere;
  if (kind === 'site') {
    const names = await siteNames(reader, scope, known);
    return (id) => (id ? { ...nowhere, fieldId: id, fieldName: names.get(id) ?? null } : nowhere);
  }
  const device = deviceView(scope);
  const found = await reader
    .select({
      id: device.id,
      siteId: device.siteId,
      number: device.number,
      name: device.name,
      code: device.code,
    })
    .from(device)
    .where(inArray(device.id, known));
  const sites = await siteNames(reader, scope, [...new Set(found.map(({ siteId }) => siteId))]);
  const machines = new Map(found.map((machine) => [machine.id, machine]));
  return (id) => {
    const machine = machines.get(id);
    if (!machine) return { ...nowhere, equipmentId: id || null };
    return {
      fieldId: machine.siteId,
      fieldName: sites.get(machine.siteId) ?? null,
      equipmentId: id,
      equipmentNo: machine.number,
      equipmentName: machine.name ?? machine.code,
    };
  };
}
