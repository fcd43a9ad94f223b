import type { IConnectPacket, IPublishPacket, Packet } from 'mqtt-packet';
import { Mqtt5Error, reasons } from './mqtt5-reasons.ts';
import { isTopicName } from './mqtt5-topics.ts';

const usualReceiveMaximum = 0xffff;
export const anySize = Number.POSITIVE_INFINITY;

export interface ClientLimits {
  receiveMaximum: number;
  maxPacketBytes: number;
}

/** What the client takes. */
export function limitsOf({ properties = {} }: IConnectPacket): ClientLimits {
  return {
    receiveMaximum: positive(properties.receiveMaximum, usualReceiveMaximum),
    maxPacketBytes: positive(properties.maximumPacketSize, anySize),
  };
}

export function olderConnect(packet: IConnectPacket, clientId: string): IConnectPacket {
  const { keepalive = 0, username, password, will, properties = {} } = packet;
  if (properties.authenticationMethod !== undefined)
    throw new Mqtt5Error(reasons.badAuthenticationMethod, 'an authentication method');
  if (password !== undefined && username === undefined)
    throw new Mqtt5Error(reasons.badUserOrPassword, 'a password without a user');
  if (will && !isTopicName(will.topic))
    throw new Mqtt5Error(reasons.topicNameInvalid, 'a last will without a topic');
  return {
    cmd: 'connect',
    protocolId: 'MQTT',
    protocolVersion: 4,
    clean: true,
    clientId,
    keepalive,
    ...(username !== undefined && { username }),
    ...(password !== undefined && { password }),
    // its delay ends with the session at the latest, and the session ends with the connection
    ...(will && {
      will: { topic: will.topic, payload: will.payload, qos: will.qos ?? 0, retain: will.retain ?? false },
    }),
  };
}

export function olderPublish(packet: IPublishPacket): IPublishPacket {
  const { topic, payload, qos, retain, dup, properties } = packet;
  if (properties?.topicAlias !== undefined) throw new Mqtt5Error(reasons.topicAliasInvalid, 'a topic alias');
  if (properties?.subscriptionIdentifier !== undefined)
    throw new Mqtt5Error(reasons.protocolError, 'a subscription identifier of a client');
  if (!isTopicName(topic)) throw new Mqtt5Error(reasons.topicNameInvalid, 'a message without a topic');
  return {
    cmd: 'publish',
    topic,
    payload,
    qos,
    retain,
    dup,
    ...(qos > 0 && { messageId: idOf(packet) }),
  };
}

/** mqtt-packet makes a list of a property that came twice, which MQTT 5 forbids. */
function positive(value: unknown, otherwise: number): number {
  if (value === undefined) return otherwise;
  if (typeof value !== 'number' || value < 1)
    throw new Mqtt5Error(reasons.protocolError, 'a limit of nothing');
  return value;
}

/** mqtt-packet lets a packet through whose id is missing. */
export function idOf({ messageId }: Packet): number {
  if (messageId === undefined || messageId < 1)
    throw new Mqtt5Error(reasons.malformedPacket, 'a packet without an id');
  return messageId;
}
