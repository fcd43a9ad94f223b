import { AppError, unavailable } from '#kit/kernel/errors.ts';
import type { Services } from '#kit/server/services.ts';
import {
  type ChannelName,
  ChannelRefused,
  ChannelUnavailable,
  type PayChannel,
  type ProfitSharing,
} from '#providers/pay-channel.ts';
import { watched } from './channel-health.ts';

/** The client of a platform, or the refusal that says it is not configured. */
export function channelOf(services: Services, name: ChannelName): PayChannel {
  const channel = services.channels[name];
  if (!channel) throw unavailable('payments:error.notConfigured');
  return watched(services, name, channel);
}

export function sharingOf(services: Services): ProfitSharing {
  const channel = services.channels.wechat;
  if (!channel) throw unavailable('payments:error.notConfigured');
  return watched(services, 'wechat', channel.sharing);
}

export const noticeUrl = (services: Services, name: ChannelName) =>
  `${services.publicBase()}/api/pay/notify/${name}`;

/** Down, unwilling or not configured: a later try may succeed. Everything else is a defect of ours. */
export const isPlatformFailure = (error: unknown): boolean =>
  error instanceof ChannelUnavailable ||
  error instanceof ChannelRefused ||
  (error instanceof AppError && error.kind === 'unavailable');
