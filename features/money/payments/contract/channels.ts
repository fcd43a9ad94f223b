import { choiceOf } from '#kit/contract/schemas.ts';

export const payChannels = ['wechat', 'alipay'] as const;
export const payChannel = () => choiceOf('payments:channel', payChannels);
