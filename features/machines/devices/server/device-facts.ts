import type { FailureReason } from '#kit/protocol/messages.ts';
import type { DeviceType } from '#kit/protocol/types/names.ts';

/** A claimed device, as much as the link needs to know of it. */
export interface DeviceRef {
  tenantId: string;
  deviceId: string;
  siteId: string;
  code: string;
  type: DeviceType;
}

export interface CounterIncrement extends DeviceRef {
  counter: string;
  amount: number;
  /** when the device says it happened, brought to the server's clock where it is off */
  at: Date;
}

export interface CounterOddity extends DeviceRef {
  counter: string;
  kind: 'backwards' | 'jump';
  before: number;
  reported: number;
  at: Date;
}

export interface DeviceFact extends DeviceRef {
  kind: string;
  at: Date;
  data: Record<string, unknown>;
}

export interface PresenceChange extends DeviceRef {
  online: boolean;
  at: Date;
  /** hello, lost, shutdown, restart, update, silent */
  reason: string;
}

export interface FaultChange extends DeviceRef {
  /** all that are active now */
  faults: string[];
  added: string[];
  cleared: string[];
  at: Date;
}

export interface StockReport extends DeviceRef {
  hoppers?: { hopper: number; coins: number }[];
  lanes?: { lane: number; stock: number }[];
  at: Date;
}

/** What a screen showed in an hour since the machine's last word about it: counted once, as its message is. */
export interface ScreenPlayReport extends DeviceRef {
  item: string;
  hourAt: Date;
  /** of plays */
  thousandths: number;
  /** the telemetry message that told it, by the device's corrected clock */
  at: Date;
}

export interface SettledCommand extends DeviceRef {
  id: string;
  command: string;
  parameters: Record<string, unknown>;
  /** expired and failed with counted 0: certainly nothing moved; unknown: nobody can tell yet */
  state: 'done' | 'failed' | 'expired' | 'unknown';
  asked: number | null;
  counted: number | null;
  reason: FailureReason | 'offline' | 'noAnswer' | 'notExecuted' | null;
  subjectKind: string | null;
  subjectId: string | null;
  /** it had ended as unknown before, and the journal told the truth later */
  late: boolean;
}

/** A machine that came to a merchant, and who brought it. */
export interface RegisteredDevice extends DeviceRef {
  by: { userId: string; account: string; name: string };
  /** of a play, when the person who registered it named one */
  priceFen: number | null;
}

/** What a feature found out about a machine, and staff should look at. */
export interface DeviceWarning extends Pick<DeviceRef, 'tenantId' | 'siteId' | 'deviceId'> {
  /** depositHeld: a count of coins or tickets waits for a person's look */
  kind: 'oldLabel' | 'forgedLabel' | 'depositHeld';
  /** figures of the sentence about it */
  data?: Record<string, number>;
}
