import { permit } from '#kit/contract/endpoint.ts';
import { defineEvent } from '#kit/contract/event.ts';
import { choiceOf } from '#kit/contract/schemas.ts';

export const base = '/api/blade-jfscReward' as const;

export const view = permit('rewards.view');
/** tasks, paths, what is taken back */
export const edit = permit('rewards.edit');
export const issue = permit('rewards.issue');
export const takeBack = permit('rewards.recycle');
export const accounts = permit('rewards.accounts');

export const tasksChanged = defineEvent('rewards.tasks');
export const vouchersChanged = defineEvent('rewards.vouchers');
export const recyclingChanged = defineEvent('rewards.recycling');

export const taskKinds = ['signIn', 'play', 'spend', 'share', 'invite', 'profile'] as const;
export type TaskKind = (typeof taskKinds)[number];
export const taskKind = () => choiceOf('rewards:kind', taskKinds);

export const taskPeriods = ['day', 'week', 'month', 'once'] as const;
export type TaskPeriod = (typeof taskPeriods)[number];
export const taskPeriod = () => choiceOf('rewards:period', taskPeriods);

export const rewardUnits = ['point', 'ticket'] as const;
export type RewardUnit = (typeof rewardUnits)[number];
export const rewardUnit = () => choiceOf('points:unit', rewardUnits);

export const voucherValues = ['point', 'ticket', 'coin', 'card'] as const;
export type VoucherValue = (typeof voucherValues)[number];
export const voucherValue = () => choiceOf('rewards:value', voucherValues);
