import { inArray } from 'drizzle-orm';
import { judgeUpload, keepMedia } from '#features/machines/ads/server/public.ts';
import { invalidField } from '#kit/kernel/errors.ts';
import { newId } from '#kit/kernel/ids.ts';
import { businessDay } from '#kit/kernel/time.ts';
import { audit } from '#kit/server/audit.ts';
import type { Handlers } from '#kit/server/context.ts';
import { emit, platformTopic } from '#kit/server/outbox.ts';
import { platformScope, platformTenantId, tenantScope } from '#kit/server/scope.ts';
import { find, insert, update } from '#kit/server/tables.ts';
import { adTasksChanged, type adtasksContract } from '../contract.ts';
import { adTasks } from '../tables.ts';
import { takeOff } from './book-income.ts';
import { pageOffers } from './task-queries.ts';

type Contract = Pick<typeof adtasksContract, 'listOffers' | 'offerTask' | 'endOffers'>;

export const offerHandlers: Handlers<Contract> = {
  listOffers: ({ db, clock }, input) => pageOffers(db.read, businessDay(clock.now()), input),

  async offerTask(context, { link, ...values }) {
    const { db, clock } = context;
    if (values.fromDay > values.toDay) throw invalidField('toDay', 'adtasks:error.endsBefore');
    if (values.toDay < businessDay(clock.now())) throw invalidField('toDay', 'adtasks:error.isOver');
    if (values.budgetFen < values.priceFen) throw invalidField('budgetFen', 'adtasks:error.budgetBelowPrice');
    const judged = await judgeUpload(context, link);
    return db.transaction(async (tx) => {
      const media = await keepMedia(tx, platformTenantId, { ...judged, link, name: values.title });
      const id = newId(clock.now().getTime());
      await insert(tx, tenantScope(platformTenantId), adTasks, {
        ...{ id, createdAt: clock.now(), ...values, mediaId: media.id },
        ...{ kind: media.kind, link: media.link, sizeBytes: media.sizeBytes, sha256: media.sha256 },
      });
      const { title, priceFen, budgetFen, fromDay, toDay } = values;
      await audit(tx, context, {
        ...{ action: 'adtasks.offer', entity: 'adTask', entityId: id, label: title },
        after: { priceFen, budgetFen, fromDay, toDay },
      });
      await emit(tx, platformTopic, adTasksChanged, {});
      return { id };
    });
  },

  async endOffers(context, { ids }) {
    const { db, clock } = context;
    await db.transaction(async (tx) => {
      const found = await find(tx, platformScope, adTasks, ({ id }) => inArray(id, ids), 'update');
      for (const { id, title } of found.filter(({ endedAt }) => endedAt === null)) {
        await update(tx, platformScope, adTasks, { id }, { endedAt: clock.now() });
        await takeOff(tx, id);
        await audit(tx, context, {
          ...{ action: 'adtasks.end', entity: 'adTask', entityId: id, label: title },
          after: { ended: true },
        });
      }
      await emit(tx, platformTopic, adTasksChanged, {});
    });
  },
};
