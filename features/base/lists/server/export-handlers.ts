import { Readable } from 'node:stream';
import type { AnyEndpoint } from '#kit/contract/endpoint.ts';
import { maxCounted } from '#kit/contract/max-counted.ts';
import { fieldAt, type Meaning, meaningOf, recordOf } from '#kit/contract/meaning.ts';
import { holderOf, meaningCell, type Speaker, valueAt } from '#kit/contract/meaning-text.ts';
import type { DeepPage, Page } from '#kit/contract/schemas.ts';
import { AppError, invalid, missing } from '#kit/kernel/errors.ts';
import type { Handler, StaffContext } from '#kit/server/context.ts';
import { bearerToken } from '#kit/server/http/endpoint-route.ts';
import { type Cell, spreadsheet } from '#kit/server/spreadsheet.ts';
import type { ExportColumn, listsContract } from '../contract.ts';

const rowsPerCall = 500;
const maxRows = 200_000;

type Row = Record<string, unknown>;
type Rows = Page<Row> & Partial<DeepPage<Row>>;

function listEndpoint(context: StaffContext, path: string): AnyEndpoint {
  for (const feature of context.services.features) {
    for (const endpoint of Object.values(feature.endpoints)) {
      if (endpoint.path === path && recordOf(endpoint.output)) return endpoint;
    }
  }
  throw missing();
}

/** Goes through the server's own front door, so that guard, validation and scope are those of the list itself. */
async function callList(
  context: StaffContext,
  endpoint: AnyEndpoint,
  query: Record<string, string>,
  place: { current: string } | { after: string },
): Promise<Rows> {
  const token = bearerToken(context.request);
  const input = { ...query, ...place, size: String(rowsPerCall) };
  const answer = await context.reply.server.inject({
    method: endpoint.method,
    url: endpoint.path,
    ...(endpoint.method === 'GET' ? { query: input } : { payload: input }),
    remoteAddress: context.address,
    headers: {
      'accept-language': context.language,
      ...(token ? { 'blade-auth': `bearer ${token}` } : {}),
    },
  });
  const body = answer.json<{ data: Rows; msg: string; error?: { key: string } }>();
  if (answer.statusCode === 200) return body.data;
  throw new AppError(
    body.error?.key ?? 'kit:error.internal',
    answer.statusCode === 403 ? 'forbidden' : 'invalid',
  );
}

/** Where a list goes on: behind its last row where it says so, by number otherwise. */
function placeAfter({ next, current, pages }: Rows): { current: string } | { after: string } | undefined {
  if (next !== undefined) return next === null ? undefined : { after: next };
  return current < pages ? { current: String(current + 1) } : undefined;
}

/** The columns of the file with the meaning that the list's own schema gives them. */
function meaningsOf(endpoint: AnyEndpoint, columns: readonly ExportColumn[]): Meaning[] {
  const record = recordOf(endpoint.output);
  return columns.map(({ key }) => {
    const field = record && fieldAt(record, key);
    if (!field) throw invalid('lists:error.unknownColumn', { key });
    return meaningOf(field);
  });
}

export const exportList: Handler<typeof listsContract.exportList> = async (context, input) => {
  const endpoint = listEndpoint(context, input.path);
  const speaker: Speaker = {
    say: (key, params) => context.services.texts.say(context.language, key, params),
    offsetMinutes: () => input.offsetMinutes,
  };
  const first = await callList(context, endpoint, input.query, { current: '1' });
  const meanings = meaningsOf(endpoint, input.columns);
  if (first.total > maxRows)
    throw invalid('lists:error.exportTooLarge', { max: maxRows, total: first.total });

  async function* batches(): AsyncGenerator<Cell[][]> {
    const cells = (rows: Row[]) =>
      rows.map((row) =>
        input.columns.map(({ key }, index) =>
          meaningCell(meanings[index] as Meaning, valueAt(row, key), holderOf(row, key), speaker),
        ),
      );
    yield [input.columns.map((column) => column.label), ...cells(first.records)];
    let rows = first.records.length;
    for (let place = placeAfter(first); place; ) {
      const page = await callList(context, endpoint, input.query, place);
      rows += page.records.length;
      // a long list is not counted before: its file breaks off with an error, and never just ends
      if (rows > maxRows) throw invalid('lists:error.exportTooLarge', { max: maxRows, total: rows });
      yield cells(page.records);
      place = placeAfter(page);
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
    .header('cache-control', 'no-store');
  // of a long list nobody knows yet
  if (first.next === undefined || first.total < maxCounted)
    context.reply.header('x-total-rows', String(first.total));
  await context.reply.send(Readable.from(spreadsheet(input.format, batches())));
  return {};
};
