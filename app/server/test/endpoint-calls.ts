import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { getTableName, is, Table } from 'drizzle-orm';
import type { z } from 'zod';
import { sourceRoot } from '#app/server/source-root.ts';
import { coerceInput } from '#kit/contract/coerce.ts';
import { type AnyEndpoint, isPermission } from '#kit/contract/endpoint.ts';
import { newId } from '#kit/kernel/ids.ts';
import { featureFolders } from '#kit/server/feature-folders.ts';
import type { DemoUser, TestServer } from '#kit/server/testing/harness.ts';

export interface Answer {
  status: number;
  body: string;
}

const asText = (value: unknown) => (typeof value === 'object' ? JSON.stringify(value) : String(value));

const pairsOf = (fields: Record<string, unknown>) =>
  Object.entries(fields)
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([name, value]) => [name, asText(value)] as [string, string]);

/** What a call reads of an input that is sent so. */
export function readBy(
  endpoint: AnyEndpoint,
  input: Record<string, unknown>,
  form: boolean,
): z.ZodSafeParseResult<unknown> {
  const { method, input: schema } = endpoint;
  const raw =
    method === 'GET' || form
      ? coerceInput(schema, { text: Object.fromEntries(pairsOf(input)), json: {} })
      : coerceInput(schema, { text: {}, json: JSON.parse(JSON.stringify(input)) as Record<string, unknown> });
  // the server gives one to who gave none
  if ('requestId' in schema.shape) raw.requestId ??= newId();
  return schema.safeParse(raw);
}

/** Sends any input, fitting or not, to an endpoint the way clients do: query for GET, JSON or form for POST. */
export async function send(
  server: TestServer,
  endpoint: AnyEndpoint,
  input: Record<string, unknown>,
  options: { token?: string; form?: boolean } = {},
): Promise<Answer> {
  const fields = { ...input };
  const url = endpoint.path.replace(/:(\w+)/g, (_, name: string) => {
    const value = fields[name];
    delete fields[name];
    return encodeURIComponent(typeof value === 'string' && value.isWellFormed() ? value || 'x' : 'x');
  });
  const headers: Record<string, string> = options.token ? { 'blade-auth': `bearer ${options.token}` } : {};
  const query = new URLSearchParams(pairsOf(fields)).toString();
  const answer = await server.app.inject(
    endpoint.method === 'GET'
      ? { method: 'GET', url: `${url}?${query}`, headers }
      : options.form
        ? {
            method: 'POST',
            url,
            headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
            payload: query,
          }
        : {
            method: 'POST',
            url,
            headers: { ...headers, 'content-type': 'application/json' },
            payload: JSON.stringify(fields),
          },
  );
  return { status: answer.statusCode, body: answer.body };
}

export const endpointsOf = (server: TestServer): [name: string, endpoint: AnyEndpoint][] =>
  server.services.features.flatMap((feature) =>
    Object.entries(feature.endpoints).map(([name, endpoint]): [string, AnyEndpoint] => [
      `${feature.name}.${name}`,
      endpoint,
    ]),
  );

/** by table */
export type TenantRows = Map<string, Record<string, unknown>[]>;

/** Everything a tenant owns, row by row, as the database has it. */
export async function tenantRows(server: TestServer, tenantId: string): Promise<TenantRows> {
  const { raw } = server.services.db;
  const tables = await raw<{ name: string }[]>`
    select table_name as name from information_schema.columns
    where table_schema = 'public' and column_name = 'tenant_id' order by 1`;
  const result = new Map<string, Record<string, unknown>[]>();
  for (const { name } of tables) {
    result.set(
      name,
      await raw`select * from ${raw(name)} where tenant_id = ${tenantId} order by ${raw(name)}::text`,
    );
  }
  return result;
}

/** The names of the tables that a feature declares. */
async function tablesOf(feature: string): Promise<string[]> {
  const folder = featureFolders(sourceRoot).find(({ name }) => name === feature);
  const path = folder && join(sourceRoot, folder.path, 'tables.ts');
  if (!path || !existsSync(path)) return [];
  const declared = (await import(path)) as Record<string, unknown>;
  return Object.values(declared).flatMap((one) => (is(one, Table) ? [getTableName(one)] : []));
}

const isId = (value: unknown): value is string =>
  typeof value === 'string' && /^[0-9a-f]{8}-[0-9a-f-]{27}$/.test(value);

function idsIn(rows: TenantRows, tables: Iterable<string>, rowsEach: number): string[] {
  const few = [...tables].flatMap((name) => (rows.get(name) ?? []).slice(0, rowsEach));
  return [...new Set(few.flatMap((row) => Object.values(row).filter(isId)))];
}

/**
 * What a call may name: ids out of all tables, and as many of its own feature's, so that it finds what it looks for now and
 * then instead of never.
 */
export async function idsFor(endpointName: string, rows: TenantRows): Promise<string[]> {
  const own = idsIn(rows, await tablesOf(endpointName.split('.')[0] as string), 3);
  const others = idsIn(rows, rows.keys(), 1);
  const times = Math.ceil(others.length / Math.max(1, own.length));
  return [...others, ...Array.from({ length: times }, () => own).flat()];
}

/** An account of the realm that the endpoint is for, with every right there. */
export const userFor = ({ access }: AnyEndpoint): DemoUser => {
  if (!isPermission(access) || access.realms.includes('merchant')) return 'merchant';
  return access.realms.includes('platform') ? 'admin' : 'agent';
};
