import { forbidden } from '#kit/kernel/errors.ts';

/** Which rows a caller may reach. Built once per session by the guard; every query on tenant data asks for it. */
export type Scope =
  | { readonly kind: 'platform' }
  | { readonly kind: 'tenants'; readonly tenantIds: readonly string[] }
  | {
      readonly kind: 'tenant';
      readonly tenantId: string;
      /** null: all sites of the tenant; otherwise only these (sub-accounts, franchisees) */
      readonly siteIds: readonly string[] | null;
    };

/** Whose rows a player may reach: the own ones, wherever they came about. */
export interface PlayerScope {
  readonly kind: 'player';
  readonly playerId: string;
}

export const playerScope = (playerId: string): PlayerScope => ({ kind: 'player', playerId });

export const platformTenantId = '000000';

export const platformScope: Scope = { kind: 'platform' };
export const tenantScope = (tenantId: string, siteIds: readonly string[] | null = null): Scope => ({
  kind: 'tenant',
  tenantId,
  siteIds,
});

/** Whether a row that was found by its id alone is the scope's to see. */
export function reaches(scope: Scope, row: { tenantId: string; siteId: string }): boolean {
  if (scope.kind === 'platform') return true;
  if (scope.kind === 'tenants') return scope.tenantIds.includes(row.tenantId);
  return scope.tenantId === row.tenantId && (scope.siteIds === null || scope.siteIds.includes(row.siteId));
}

/** What holds at all sites of a merchant is not changed by who works at some of them. `refusal` says it in their words. */
export function assertWhole(scope: Scope, refusal: string): void {
  if (scope.kind === 'tenant' && scope.siteIds !== null) throw forbidden(refusal);
}
