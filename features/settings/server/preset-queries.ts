import { and, asc, count, eq, inArray, isNull, or, type SQL } from 'drizzle-orm';
import type { ParsedInputOf } from '#kit/contract/endpoint.ts';
import type { DeviceType } from '#kit/protocol/types/names.ts';
import type { Reader, Tx } from '#kit/server/database.ts';
import { orderBy } from '#kit/server/paging.ts';
import type { Scope } from '#kit/server/scope.ts';
import { rows, type TenantTable } from '#kit/server/tables.ts';
import type { settingsContract } from '../contract.ts';
import { settingsPresets } from '../tables.ts';

type Presets = typeof settingsPresets extends TenantTable<infer T> ? T : never;
export type PresetRow = Presets['$inferSelect'];
type ListInput = ParsedInputOf<typeof settingsContract.listPresets>;

/** Accounts limited to some sites see their sites' presets and those for all sites, which rule their devices too. */
function visible(scope: Scope, preset: Presets): SQL | undefined {
  if (scope.kind !== 'tenant' || scope.siteIds === null) return undefined;
  return or(isNull(preset.siteId), inArray(preset.siteId, [...scope.siteIds]));
}

export async function selectPresets(
  reader: Reader,
  scope: Scope,
  types?: readonly DeviceType[],
): Promise<PresetRow[]> {
  const preset = rows(scope, settingsPresets);
  return reader
    .select()
    .from(preset)
    .where(and(visible(scope, preset), types ? inArray(preset.type, [...types]) : undefined))
    .orderBy(asc(preset.id));
}

const matching = (scope: Scope, preset: Presets, input: ListInput) =>
  and(
    visible(scope, preset),
    input.type ? eq(preset.type, input.type) : undefined,
    input.fieldId ? eq(preset.siteId, input.fieldId) : undefined,
  );

export async function selectPresetPage(
  reader: Reader,
  scope: Scope,
  input: ListInput,
  window: { limit: number; offset: number },
): Promise<PresetRow[]> {
  const preset = rows(scope, settingsPresets);
  const order = orderBy(input, { name: preset.name }, { sort: 'name', order: 'asc' }, preset.id);
  return reader
    .select()
    .from(preset)
    .where(matching(scope, preset, input))
    .orderBy(...order)
    .limit(window.limit)
    .offset(window.offset);
}

export async function countPresets(reader: Reader, scope: Scope, input: ListInput): Promise<number> {
  const preset = rows(scope, settingsPresets);
  const [found] = await reader
    .select({ total: count() })
    .from(preset)
    .where(matching(scope, preset, input));
  return found?.total ?? 0;
}

export async function selectPreset(reader: Reader, scope: Scope, id: string): Promise<PresetRow | undefined> {
  const preset = rows(scope, settingsPresets);
  const [found] = await reader
    .select()
    .from(preset)
    .where(and(eq(preset.id, id), visible(scope, preset)));
  return found;
}

export async function lockPresets(tx: Tx, scope: Scope, ids: readonly string[]): Promise<PresetRow[]> {
  const preset = rows(scope, settingsPresets);
  return tx
    .select()
    .from(preset)
    .where(and(inArray(preset.id, [...ids]), visible(scope, preset)))
    .orderBy(asc(preset.id))
    .for('update');
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
