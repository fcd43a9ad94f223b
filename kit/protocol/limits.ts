/** Numbers both sides of the protocol rely on. docs/device-protocol.md says what each is for. */
export const protocolVersion = 1;

export const limits = {
  heartbeatEveryMs: 30_000,
  /** three heartbeats missed */
  silentAfterMs: 95_000,
  /** how far a device's clock may be off when it logs in or signs */
  clockToleranceMs: 10 * 60_000,
  /** the settings of a vending machine with 800 lanes go in one message */
  maxMessageBytes: 128 * 1024,
  /** of the packet with which a device logs in, its last will included */
  maxConnectBytes: 8 * 1024,
  /** of one device, over a minute; more is dropped and logged */
  maxMessagesPerMinute: 240,
  maxEventsPerMessage: 100,
  /** counts of what a screen showed; the rest goes with the next message */
  maxPlayedPerMessage: 100,
  telemetryResendMs: 10_000,
  /** a device keeps at least so many command ids on its own storage */
  journalEntries: 2000,
  journalDays: 14,
  maxJournalQuery: 50,
  settingsAnswerMs: 15_000,
  commandExpiryMs: 20_000,
  /** how long a deposit machine shows the same code of presence */
  presenceEveryMs: 30_000,
  presenceSigns: 6,
  /** windows for which a code is still taken after it left the screen */
  presenceKept: 2,
  /** how long a machine waits for presses of its button */
  pressWaitMs: 45_000,
  /** and for one more of them */
  pressPauseMs: 3000,
  /** pulses shorter than this are noise */
  minPulseMs: 20,
} as const;
