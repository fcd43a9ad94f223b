import { z } from 'zod';
import { rights } from '#features/base/accounts/contract/shared.ts';
import { get } from '#kit/contract/call.ts';
import { dayRange, deepPageInput, deepPageOf, id, instant } from '#kit/contract/schemas.ts';
import { maskPhone, maskPhonesIn } from '#kit/kernel/masked.ts';

/** What was written down of a change; phones in it with their middle digits hidden. */
const values = () => z.record(z.string(), z.unknown()).overwrite(maskPhonesIn);

export const logRecord = z.object({
  id: z.string(),
  tenantId: z.string(),
  createdAt: instant('second'),
  userId: z.string().nullable(),
  account: z.string(),
  userName: z.string(),
  action: z.string(),
  /** the action in the caller's language */
  actionName: z.string(),
  entity: z.string(),
  entityId: z.string(),
  label: z.string().overwrite(maskPhone),
  address: z.string(),
  before: values().nullable(),
  after: values().nullable(),
});

export const logContract = {
  listLog: get('/api/blade-log/operation/list', rights.logView, {
    summary: 'Operation log: who changed what, before and after',
    input: deepPageInput(
      {
        userId: id().optional(),
        action: z.string().trim().max(80).optional(),
        entity: z.string().trim().max(40).optional(),
        entityId: z.string().trim().max(64).optional(),
        ...dayRange,
        keyword: z.string().trim().max(64).optional(),
        /** the platform may look at one organisation */
        tenantId: z.string().max(9).optional(),
      },
      ['createdAt'],
    ),
    output: deepPageOf(logRecord),
  }),
  logFilters: get('/api/blade-log/operation/filters', rights.logView, {
    summary: 'The actions and people that occur in the caller’s log, to filter by',
    output: z.object({
      actions: z.array(z.object({ action: z.string(), name: z.string() })),
      users: z.array(z.object({ id: z.string(), name: z.string() })),
    }),
  }),
};
