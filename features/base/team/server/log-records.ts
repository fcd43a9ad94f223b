import type { ResultOf } from '#kit/contract/endpoint.ts';
import type { StaffContext } from '#kit/server/context.ts';
import type { logContract } from '../contract/log.ts';
import type { LogRow } from './log-queries.ts';

export function actionName({ services, language }: StaffContext, action: string): string {
  const [feature, verb] = action.split('.', 2);
  return services.texts.say(language, `${feature}:audit.${verb}`);
}

export const toLogRecord = (
  context: StaffContext,
  row: LogRow,
): ResultOf<typeof logContract.listLog>['records'][number] => ({
  ...row,
  actionName: actionName(context, row.action),
});
