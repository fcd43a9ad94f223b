import type { Handlers } from '#kit/server/context.ts';
import { mapPage } from '#kit/server/page-rows.ts';
import type { logContract } from '../contract/log.ts';
import { newestActions, pageLog } from './log-queries.ts';
import { actionName, toLogRecord } from './log-records.ts';

const mostPeople = 500;

export const logHandlers: Handlers<typeof logContract> = {
  async listLog(context, input) {
    return mapPage(await pageLog(context, input), (row) => toLogRecord(context, row));
  },

  async logFilters(context) {
    const newest = await newestActions(context);
    const actions = [...new Set(newest.map(({ action }) => action))].sort();
    const users = new Map(newest.map(({ userId, userName }) => [userId!, userName]));
    return {
      actions: actions.map((action) => ({ action, name: actionName(context, action) })),
      users: [...users].map(([id, name]) => ({ id, name })).slice(0, mostPeople),
    };
  },
};
