import { faults, isFaultCode } from '#kit/protocol/faults.ts';
import type { CommandRecord } from '../../contract/control.ts';
import type { CommandView } from '../commands/command-rows.ts';

const isoOf = (at: Date | null) => at?.toISOString() ?? null;

export const toCommandRecord = (command: CommandView): CommandRecord => ({
  id: command.id,
  equipmentId: command.deviceId,
  command: command.command,
  parameters: command.parameters,
  state: command.state,
  createdAt: command.createdAt.toISOString(),
  expiresAt: command.expiresAt.toISOString(),
  sentAt: isoOf(command.sentAt),
  acceptedAt: isoOf(command.acceptedAt),
  settledAt: isoOf(command.settledAt),
  asked: command.asked,
  counted: command.counted,
  reason: command.reason,
  userName: command.userName,
  subjectKind: command.subjectKind,
  subjectId: command.subjectId,
});

export const toFaults = (codes: readonly string[]) =>
  codes.filter(isFaultCode).map((code) => ({ code, severity: faults[code] }));
