import type { Reader } from '#kit/server/database.ts';
import type { Services } from '#kit/server/services.ts';
import { amountOfWorth, hundredWorthFen, type WorthUnit, worthOfAmount } from '../rules/worth-rules.ts';

/** Fen for a hundred of a unit where the organisation is dearest; nothing where the feature does not know. */
export type WorthSource = (reader: Reader, tenantId: string) => Promise<number | null | undefined>;

const sources = new WeakMap<Services, Map<WorthUnit, WorthSource[]>>();

/** Called from the `start` of features that know what something costs. */
export function registerWorth(services: Services, unit: WorthUnit, source: WorthSource): void {
  const known = sources.get(services) ?? new Map<WorthUnit, WorthSource[]>();
  known.set(unit, [...(known.get(unit) ?? []), source]);
  sources.set(services, known);
}

async function hundredOf(
  reader: Reader,
  services: Services,
  unit: WorthUnit,
  tenantId: string,
): Promise<number> {
  const asked = sources.get(services)?.get(unit) ?? [];
  return hundredWorthFen(unit, await Promise.all(asked.map((source) => source(reader, tenantId))));
}

/** So many coins, points, tickets or plays, in fen. */
export async function worthOf(
  reader: Reader,
  services: Services,
  amounts: Partial<Record<WorthUnit, number>>,
  tenantId: string,
): Promise<number> {
  let fen = 0;
  for (const [unit, amount] of Object.entries(amounts) as [WorthUnit, number][])
    if (amount > 0) fen += worthOfAmount(amount, await hundredOf(reader, services, unit, tenantId));
  return fen;
}

/** The other way round, for pages that count in the unit they give. */
export async function inUnits(
  reader: Reader,
  services: Services,
  unit: WorthUnit,
  tenantId: string,
): Promise<(fen: number) => number> {
  const hundred = await hundredOf(reader, services, unit, tenantId);
  return (fen) => amountOfWorth(fen, hundred);
}
