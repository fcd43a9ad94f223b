/** Properties of MQTT 5 (2.2.2): which may stand where, of what kind, and how often. */
import { Mqtt5Error, reasons } from './mqtt5-reasons.ts';
import { checkTopicName, malformed, type PacketBody } from './packet-body.ts';

type Kind = 'flag' | 'byte' | 'short' | 'long' | 'variable' | 'text' | 'topic' | 'binary' | 'pair';
interface Property {
  name: string;
  kind: Kind;
  /** 0 means nothing, and may not be said */
  positive?: boolean;
}

const properties: Readonly<Record<number, Property>> = {
  1: { name: 'payloadFormat', kind: 'flag' },
  2: { name: 'messageExpiry', kind: 'long' },
  3: { name: 'contentType', kind: 'text' },
  8: { name: 'responseTopic', kind: 'topic' },
  9: { name: 'correlationData', kind: 'binary' },
  11: { name: 'subscriptionIdentifier', kind: 'variable', positive: true },
  17: { name: 'sessionExpiry', kind: 'long' },
  21: { name: 'authenticationMethod', kind: 'text' },
  22: { name: 'authenticationData', kind: 'binary' },
  23: { name: 'requestProblemInformation', kind: 'flag' },
  24: { name: 'willDelay', kind: 'long' },
  25: { name: 'requestResponseInformation', kind: 'flag' },
  31: { name: 'reasonString', kind: 'text' },
  33: { name: 'receiveMaximum', kind: 'short', positive: true },
  34: { name: 'topicAliasMaximum', kind: 'short' },
  35: { name: 'topicAlias', kind: 'short', positive: true },
  38: { name: 'userProperty', kind: 'pair' },
  39: { name: 'maximumPacketSize', kind: 'long', positive: true },
};

export const connectProperties: ReadonlySet<string> = new Set([
  'sessionExpiry',
  'receiveMaximum',
  'maximumPacketSize',
  'topicAliasMaximum',
  'requestResponseInformation',
  'requestProblemInformation',
  'userProperty',
  'authenticationMethod',
  'authenticationData',
]);
const messageProperties = [
  'payloadFormat',
  'messageExpiry',
  'contentType',
  'responseTopic',
  'correlationData',
  'userProperty',
];
export const willProperties: ReadonlySet<string> = new Set([...messageProperties, 'willDelay']);
/** A subscription identifier comes from brokers alone; it is refused with its own words further on. */
export const publishProperties: ReadonlySet<string> = new Set([
  ...messageProperties,
  'topicAlias',
  'subscriptionIdentifier',
]);
export const subscribeProperties: ReadonlySet<string> = new Set(['subscriptionIdentifier', 'userProperty']);
export const onlyUserProperties: ReadonlySet<string> = new Set(['userProperty']);
export const answerProperties: ReadonlySet<string> = new Set(['reasonString', 'userProperty']);
export const disconnectProperties: ReadonlySet<string> = new Set([
  'sessionExpiry',
  'reasonString',
  'userProperty',
]);
export const authProperties: ReadonlySet<string> = new Set([
  'authenticationMethod',
  'authenticationData',
  'reasonString',
  'userProperty',
]);

function refuse(what: string): never {
  throw new Mqtt5Error(reasons.protocolError, what);
}

/** Its number where it is one. */
function readValue(body: PacketBody, kind: Kind): number | undefined {
  switch (kind) {
    case 'flag':
    case 'byte':
      return body.byte();
    case 'short':
      return body.short();
    case 'long':
      return body.long();
    case 'variable':
      return body.variable();
    case 'text':
      body.text();
      return undefined;
    case 'topic':
      checkTopicName(body.text());
      return undefined;
    case 'binary':
      body.binary();
      return undefined;
    case 'pair':
      body.text();
      body.text();
      return undefined;
  }
}

/** Reads them all, and answers which there were. */
export function readProperties(body: PacketBody, allowed: ReadonlySet<string>): ReadonlySet<string> {
  const length = body.variable();
  if (length > body.rest) malformed('properties beyond the end of their packet');
  const end = body.rest - length;
  const found = new Set<string>();
  while (body.rest > end) {
    const property = properties[body.variable()];
    if (!property || !allowed.has(property.name)) malformed('a property that does not belong here');
    const { name, kind, positive } = property;
    if (found.has(name) && name !== 'userProperty') refuse(`${name} twice`);
    found.add(name);
    const value = readValue(body, kind);
    if (positive && value === 0) refuse(`${name} of 0`);
    if (kind === 'flag' && (value ?? 0) > 1) refuse(`${name} is neither 0 nor 1`);
  }
  if (body.rest < end) malformed('properties longer than announced');
  return found;
}
