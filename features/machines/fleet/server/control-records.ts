import type { CommandView, EventRow } from '#features/machines/devices/server/public.ts';
import type { ResultOf } from '#kit/contract/endpoint.ts';
import { faults, isFaultCode } from '#kit/protocol/faults.ts';
import type { Say } from '#kit/server/context.ts';
import type { controlContract } from '../contract/control.ts';
import { commandName, commandResult, recordDetails } from '../rules/record-rules.ts';

type CommandRecord = ResultOf<typeof controlContract.listCommands>['records'][number];
type LogLine = ResultOf<typeof controlContract.listRecords>['records'][number];

export const toCommandRecord = (command: CommandView, say: Say): CommandRecord => ({
  ...command,
  equipmentId: command.deviceId,
  commandName: commandName(say, command),
  result: commandResult(say, command),
});

export const toLogLine = (row: EventRow, say: Say): LogLine => ({
  ...row,
  kindName: say(`devices:event.${row.kind}`),
  details: recordDetails(say, row),
});

export const toFaults = (codes: readonly string[]) =>
  codes.filter(isFaultCode).map((code) => ({ code, severity: faults[code] }));
