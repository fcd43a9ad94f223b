import { type AlertKind, kindDefinitions } from '../contract/kinds.ts';
import type { RuleRecord, Told } from '../contract.ts';

export interface Rule {
  enabled: boolean;
  threshold: number | null;
  told: Told;
  roleIds: readonly string[];
  mutedFaults: readonly string[];
}

/** A rule that somebody set, and where. */
export interface SetRule extends Rule {
  tenantId: string;
  /** null: for all sites */
  siteId: string | null;
  kind: AlertKind;
}

/** Hoppers that run low are told by their own rule, and a door is opened by staff many times a day. */
const usuallyMuted = ['hopperLow', 'doorOpen'];

export const usualRule = (kind: AlertKind): Rule => ({
  enabled: true,
  threshold: kindDefinitions[kind].threshold?.usual ?? null,
  told: 'everyone',
  roleIds: [],
  mutedFaults: kind === 'fault' ? usuallyMuted : [],
});

/** The rule that holds at a site: its own, the merchant's, or the usual one. */
export interface RuleBook {
  at(siteId: string | null, kind: AlertKind): Rule;
  sourceAt(siteId: string | null, kind: AlertKind): RuleRecord['source'];
}

const placeOf = (siteId: string | null, kind: AlertKind) => `${siteId ?? ''} ${kind}`;

export function ruleBook(rows: readonly SetRule[]): RuleBook {
  const byPlace = new Map(rows.map((row) => [placeOf(row.siteId, row.kind), row]));
  const ofSite = (siteId: string | null, kind: AlertKind) =>
    siteId === null ? undefined : byPlace.get(placeOf(siteId, kind));
  const ofMerchant = (kind: AlertKind) => byPlace.get(placeOf(null, kind));
  return {
    at: (siteId, kind) => ofSite(siteId, kind) ?? ofMerchant(kind) ?? usualRule(kind),
    sourceAt: (siteId, kind) => (ofSite(siteId, kind) ? 'site' : ofMerchant(kind) ? 'merchant' : 'usual'),
  };
}

export function rulesByTenant(rows: readonly SetRule[]): (tenantId: string) => RuleBook {
  const books = new Map(
    [...Map.groupBy(rows, ({ tenantId }) => tenantId)].map(([tenantId, own]) => [tenantId, ruleBook(own)]),
  );
  const usual = ruleBook([]);
  return (tenantId) => books.get(tenantId) ?? usual;
}
