import { Readable } from 'node:stream';
import type { AnyEndpoint } from '#kit/contract/endpoint.ts';
import type { Page } from '#kit/contract/schemas.ts';
import { AppError, invalid, missing } from '#kit/kernel/errors.ts';
import { formatFen } from '#kit/kernel/money.ts';
import type { Handler, StaffContext } from '#kit/server/context.ts';
import { bearerToken } from '#kit/server/http/endpoint-route.ts';
import { type Cell, spreadsheet } from '#kit/server/spreadsheet.ts';
import type { ExportColumn, systemContract } from '../contract.ts';

const rowsPerCall = 500;
const maxRows = 200_000;

type Row = Record<string, unknown>;

function listEndpoint(context: StaffContext, path: string): AnyEndpoint {
  for (const feature of context.services.features) {
    for (const endpoint of Object.values(feature.endpoints)) {
      const isList = 'records' in ((endpoint.output as { shape?: object }).shape ?? {});
      if (endpoint.path === path && endpoint.method === 'GET' && isList) return endpoint;
    }
  }
  throw missing();
}

/** Goes through the server's own front door, so that guard, validation and scope are those of the list itself. */
async function callList(
  context: StaffContext,
  endpoint: AnyEndpoint,
  query: Record<string, string>,
  current: number,
): Promise<Page<Row>> {
  const token = bearerToken(context.request);
  const answer = await context.reply.server.inject({
    method: 'GET',
    url: endpoint.path,
    query: { ...query, current: String(current), size: String(rowsPerCall) },
    remoteAddress: context.address,
    headers: {
      'accept-language': context.language,
      ...(token ? { 'blade-auth': `bearer ${token}` } : {}),
    },
  });
  const body = answer.json<{ data: Page<Row>; msg: string; error?: { key: string } }>();
  if (answer.statusCode === 200) return body.data;
  throw new AppError(
    body.error?.key ?? 'kit:error.internal',
    answer.statusCode === 403 ? 'forbidden' : 'invalid',
  );
}

function valueAt(row: Row, key: string): unknown {
  return key
    .split('.')
    .reduce<unknown>(
      (value, part) =>
        typeof value === 'object' && value !== null && Object.hasOwn(value, part)
          ? (value as Row)[part]
          : undefined,
      row,
    );
}

export function cellOf(row: Row, column: ExportColumn, offsetMinutes: number): Cell {
  const value = valueAt(row, column.key);
  if (value === undefined || value === null) return '';
  if (column.values && Object.hasOwn(column.values, String(value)))
    return column.values[String(value)] as string;
  if (column.kind === 'money' && typeof value === 'number') return formatFen(value).replaceAll(',', '');
  if (column.kind === 'percent' && typeof value === 'number') return `${value / 100}%`;
  if (column.kind === 'instant' && typeof value === 'string' && !Number.isNaN(Date.parse(value))) {
    return new Date(Date.parse(value) + offsetMinutes * 60_000).toISOString().slice(0, 19).replace('T', ' ');
  }
  if (typeof value === 'number') return value;
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

export const exportList: Handler<typeof systemContract.exportList> = async (context, input) => {
  const endpoint = listEndpoint(context, input.path);
  const first = await callList(context, endpoint, input.query, 1);
  if (first.total > maxRows)
    throw invalid('system:error.exportTooLarge', { max: maxRows, total: first.total });

  async function* batches(): AsyncGenerator<Cell[][]> {
    const cells = (rows: Row[]) =>
      rows.map((row) => input.columns.map((column) => cellOf(row, column, input.offsetMinutes)));
    yield [input.columns.map((column) => column.label), ...cells(first.records)];
    for (let current = 2; current <= first.pages; current++) {
      const page = await callList(context, endpoint, input.query, current);
      yield cells(page.records);
    }
  }

  const fileName = encodeURIComponent(`${input.name}.${input.format}`);
  context.reply
    .header(
      'content-type',
      input.format === 'csv'
        ? 'text/csv; charset=utf-8'
        : 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    )
    .header(
      'content-disposition',
      `attachment; filename="export.${input.format}"; filename*=UTF-8''${fileName}`,
    )
    .header('x-total-rows', String(first.total))
    .header('cache-control', 'no-store');
  await context.reply.send(Readable.from(spreadsheet(input.format, batches())));
  return {};
};
