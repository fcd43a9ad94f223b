import { and, asc, eq, inArray, isNull, or, type SQL } from 'drizzle-orm';
import { siteView } from '#features/base/sites/server/public.ts';
import { pick } from '#kit/kernel/pick.ts';
import type { DeviceType } from '#kit/protocol/types/names.ts';
import type { Reader } from '#kit/server/database.ts';
import { atSite, listing } from '#kit/server/listing.ts';
import { equals, pageRows } from '#kit/server/page-rows.ts';
import type { Scope } from '#kit/server/scope.ts';
import { type ColumnsOf, type RowOf, rows } from '#kit/server/tables.ts';
import { settingsContract } from '../contract.ts';
import { settingsPresets } from '../tables.ts';

export type PresetRow = RowOf<typeof settingsPresets>;
type Presets = ColumnsOf<typeof settingsPresets>;

/** Accounts limited to some sites see their sites' presets and those for all sites, which rule their devices too. */
function visible(scope: Scope, preset: Presets): SQL | undefined {
  if (scope.kind !== 'tenant' || scope.siteIds === null) return undefined;
  return or(isNull(preset.siteId), inArray(preset.siteId, [...scope.siteIds]));
}

export async function selectPresets(
  reader: Reader,
  scope: Scope,
  types: readonly DeviceType[],
): Promise<PresetRow[]> {
  const preset = rows(scope, settingsPresets);
  return reader
    .select()
    .from(preset)
    .where(and(visible(scope, preset), inArray(preset.type, [...types])))
    .orderBy(asc(preset.id));
}

/** Presets with the name of their site. */
function placed(reader: Reader, scope: Scope) {
  const preset = rows(scope, settingsPresets);
  const site = siteView(scope);
  const query = () =>
    reader
      .select({
        ...pick(preset, 'id', 'name', 'type'),
        fieldId: preset.siteId,
        fieldName: site.name,
        settings: preset.settings,
        updatedAt: preset.updatedAt,
      })
      .from(preset)
      .leftJoin(site, atSite(site, preset));
  return { preset, query };
}

export type PlacedPreset = Awaited<ReturnType<ReturnType<typeof placed>['query']>>[number];

export const pagePresets = listing(settingsContract.listPresets, (reader, scope, input) => {
  const { preset, query } = placed(reader, scope);
  return pageRows(reader, input, {
    from: query,
    where: visible(scope, preset),
    filters: { type: equals(preset.type), fieldId: equals(preset.siteId) },
    sort: { name: preset.name },
    usual: { by: 'name', order: 'asc' },
    tie: preset.id,
  });
});

export async function selectPreset(
  reader: Reader,
  scope: Scope,
  id: string,
): Promise<PlacedPreset | undefined> {
  const { preset, query } = placed(reader, scope);
  const [found] = await query().where(and(eq(preset.id, id), visible(scope, preset)));
  return found;
}

/** The one of its site, or else the one for all sites. */
export function presetFor(
  presets: readonly PresetRow[],
  { tenantId, type, siteId }: { tenantId: string; type: DeviceType; siteId: string },
): PresetRow | undefined {
  const fitting = presets.filter((preset) => preset.tenantId === tenantId && preset.type === type);
  return (
    fitting.find((preset) => preset.siteId === siteId) ?? fitting.find((preset) => preset.siteId === null)
  );
}
