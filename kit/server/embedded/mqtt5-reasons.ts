/** Reason codes of MQTT 5 that this broker gives. */
export const reasons = {
  normal: 0x00,
  noSubscriptionExisted: 0x11,
  unspecified: 0x80,
  malformedPacket: 0x81,
  protocolError: 0x82,
  badUserOrPassword: 0x86,
  notAuthorized: 0x87,
  serverUnavailable: 0x88,
  serverShuttingDown: 0x8b,
  badAuthenticationMethod: 0x8c,
  keepAliveTimeout: 0x8d,
  sessionTakenOver: 0x8e,
  topicFilterInvalid: 0x8f,
  topicNameInvalid: 0x90,
  receiveMaximumExceeded: 0x93,
  topicAliasInvalid: 0x94,
  packetTooLarge: 0x95,
  quotaExceeded: 0x97,
  sharedSubscriptionsNotSupported: 0x9e,
  subscriptionIdentifiersNotSupported: 0xa1,
} as const;

export const isRefusal = (reasonCode: number | undefined): boolean => (reasonCode ?? 0) >= 0x80;

/** What a client did wrong, in the words of MQTT 5. */
export class Mqtt5Error extends Error {
  readonly reasonCode: number;
  constructor(reasonCode: number, message: string) {
    super(message);
    this.reasonCode = reasonCode;
  }
}

/** By the return code of MQTT 3.1.1: unacceptable version, identifier rejected, unavailable, bad password, not authorised. */
const ofReturnCodes: readonly number[] = [
  reasons.normal,
  0x84,
  0x85,
  reasons.serverUnavailable,
  reasons.badUserOrPassword,
  reasons.notAuthorized,
];

export const reasonOfReturnCode = (returnCode = 0): number =>
  ofReturnCodes[returnCode] ?? reasons.unspecified;

/** aedes tells in words why it ends a connection. */
const ofWords: readonly [string, number][] = [
  ['keep alive timeout', reasons.keepAliveTimeout],
  ['maxInflightInbound', reasons.receiveMaximumExceeded],
  ['drain timeout', reasons.quotaExceeded],
];

/** Without an error aedes ends a connection when another one came under the same client id, or when it stops. */
export function reasonOfEnd(error: Error | null, stopping: boolean): number {
  if (error === null) return stopping ? reasons.serverShuttingDown : reasons.sessionTakenOver;
  return ofWords.find(([words]) => error.message.includes(words))?.[1] ?? reasons.unspecified;
}
