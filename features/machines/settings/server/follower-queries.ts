import { and, asc, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import { machineView } from '#features/machines/devices/server/public.ts';
import type { ParsedInputOf } from '#kit/contract/endpoint.ts';
import type { SettingsDocument } from '#kit/protocol/types/catalogue.ts';
import type { Reader } from '#kit/server/database.ts';
import { elsewhere, pageRows } from '#kit/server/page-rows.ts';
import type { Scope } from '#kit/server/scope.ts';
import { rows } from '#kit/server/tables.ts';
import type { settingsContract } from '../contract.ts';
import { factory } from '../rules/document-rules.ts';
import { deviceSettings, settingsPresets } from '../tables.ts';
import type { PlacedPreset } from './preset-queries.ts';

/** How many devices a preset is meant for, how many of them differ, and how many of those are online. */
export interface Following {
  devices: number;
  drifted: number;
  reachable: number;
}
export const nobody: Following = { devices: 0, drifted: 0, reachable: 0 };

const asMade = JSON.stringify(
  Object.fromEntries(Object.entries(factory).map(([type, { settings }]) => [type, settings])),
);

/** Devices with the preset each is meant to follow: the one of its site, or else the one for all sites. */
function followers(scope: Scope) {
  const preset = rows(scope, settingsPresets);
  const machine = machineView(scope);
  const { device } = machine;
  const confirmed = rows(scope, deviceSettings);
  const hasOwn = sql`exists (select from settings_preset nearer where nearer.tenant_id = ${device.tenantId}
    and nearer.type = ${device.type} and nearer.site_id = ${device.siteId})`;
  const isMeant = and(
    eq(device.tenantId, preset.tenantId),
    eq(device.type, preset.type),
    device.controlled,
    isNull(device.unboundAt),
    sql`case when ${preset.siteId} is null then not ${hasOwn} else ${device.siteId} = ${preset.siteId} end`,
  );
  const settings = sql<SettingsDocument>`coalesce(${confirmed.settings}, ${asMade}::jsonb -> ${device.type})`;
  /** the same as `departures` finds, value by value */
  const differs = sql<boolean>`exists (select from jsonb_each(${preset.settings}) as "group",
    jsonb_each("group".value) as asked
    where ${settings} -> "group".key -> asked.key is distinct from asked.value)`;
  const isConfirmed = and(eq(confirmed.tenantId, device.tenantId), eq(confirmed.deviceId, device.id));
  return { ...machine, preset, confirmed, isMeant, isConfirmed, settings, differs };
}

export async function countFollowers(
  reader: Reader,
  scope: Scope,
  presets: readonly Pick<PlacedPreset, 'id'>[],
): Promise<Map<string, Following>> {
  if (presets.length === 0) return new Map();
  const { preset, device, state, confirmed, isMeant, ofState, isConfirmed, differs } = followers(scope);
  const numberOf = (condition: SQL) => sql<number>`(count(*) filter (where ${condition}))::int`;
  const found = await reader
    .select({
      id: preset.id,
      devices: numberOf(sql`true`),
      drifted: numberOf(differs),
      reachable: numberOf(sql`${state.online} and ${differs}`),
    })
    .from(preset)
    .innerJoin(device, isMeant)
    .innerJoin(state, ofState)
    .leftJoin(confirmed, isConfirmed)
    .where(
      inArray(
        preset.id,
        presets.map(({ id }) => id),
      ),
    )
    .groupBy(preset.id);
  return new Map(found.map(({ id, ...following }) => [id, following]));
}

/** By site, then in the order staff gave them. */
export function pageDrifted(
  reader: Reader,
  scope: Scope,
  { id }: Pick<PlacedPreset, 'id'>,
  input: ParsedInputOf<typeof settingsContract.listDrifted>,
) {
  const { preset, device, state, site, confirmed, isMeant, isConfirmed, differs, ...of } = followers(scope);
  return pageRows(reader, input, {
    from: () =>
      reader
        .select({ ...of.names, ...of.standing, settings: of.settings })
        .from(preset)
        .innerJoin(device, isMeant)
        .innerJoin(state, of.ofState)
        .innerJoin(site, of.ofSite)
        .leftJoin(confirmed, isConfirmed),
    where: and(eq(preset.id, id), differs),
    filters: { id: elsewhere },
    sort: { equipmentNo: device.number },
    usual: [asc(device.siteId), asc(device.sort), asc(device.number)],
    tie: device.id,
  });
}

/** Those that differ and can be told so. */
export async function selectMendable(
  reader: Reader,
  scope: Scope,
  { id }: Pick<PlacedPreset, 'id'>,
  most: number,
): Promise<string[]> {
  const { preset, device, state, confirmed, isMeant, ofState, isConfirmed, differs } = followers(scope);
  const found = await reader
    .select({ id: device.id })
    .from(preset)
    .innerJoin(device, isMeant)
    .innerJoin(state, ofState)
    .leftJoin(confirmed, isConfirmed)
    .where(and(eq(preset.id, id), state.online, differs))
    .orderBy(asc(device.siteId), asc(device.sort), asc(device.number))
    .limit(most);
  return found.map((row) => row.id);
}
