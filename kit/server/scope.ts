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

export const platformTenantId = '000000';

export const platformScope: Scope = { kind: 'platform' };
export const tenantScope = (tenantId: string, siteIds: readonly string[] | null = null): Scope => ({
  kind: 'tenant',
  tenantId,
  siteIds,
});
