/** What a machine is asked for, one command after the other, and what each is worth in the order's unit. */
export interface DeviceStep {
  command: string;
  parameters: Record<string, unknown>;
  /** pieces; 1 where the machine does not count */
  asked: number;
  amount: number;
  /** how it ended; absent while it has not */
  end?: 'done' | 'failed' | 'expired' | 'unknown';
  counted?: number;
  reason?: string;
  commandId?: string;
  /** of an earlier try: what was missing of it is a step of the next */
  former?: boolean;
}

export interface DevicePlan {
  steps: DeviceStep[];
}
