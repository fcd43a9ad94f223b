import type { Handler } from '#kit/server/context.ts';
import { selectPage } from '#kit/server/paging.ts';
import type { controlContract } from '../../contract/control.ts';
import { findDevice } from '../device-queries.ts';
import { commandsOf, recordsOf, refusalsOf } from './control-queries.ts';
import { toCommandRecord } from './control-records.ts';

export const listCommands: Handler<typeof controlContract.listCommands> = async (context, input) => {
  const reader = context.db.read;
  const device = await findDevice(reader, context.session.scope, input.equipmentId);
  const commands = commandsOf(reader, device, input);
  const page = await selectPage(input, commands.list, commands.count);
  return { ...page, records: page.records.map(toCommandRecord) };
};

export const listRecords: Handler<typeof controlContract.listRecords> = async (context, input) => {
  const reader = context.db.read;
  const device = await findDevice(reader, context.session.scope, input.equipmentId);
  const records = recordsOf(reader, device, input);
  const page = await selectPage(input, records.list, records.count);
  return {
    ...page,
    records: page.records.map(({ id, at, receivedAt, kind, data }) => ({
      id,
      at: at.toISOString(),
      receivedAt: receivedAt.toISOString(),
      kind,
      data,
    })),
  };
};

export const listRefusals: Handler<typeof controlContract.listRefusals> = async (context, input) => {
  const refusals = refusalsOf(context.db.read, input);
  const page = await selectPage(input, refusals.list, refusals.count);
  return { ...page, records: page.records.map((row) => ({ ...row, at: row.at.toISOString() })) };
};
