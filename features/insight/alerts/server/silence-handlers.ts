import { invalid, invalidField, missing } from '#kit/kernel/errors.ts';
import { addDays, businessDay, endOfDay } from '#kit/kernel/time.ts';
import { addRow, changeRows, subjectOf } from '#kit/server/change.ts';
import type { Handlers } from '#kit/server/context.ts';
import { isOddKind } from '../contract/kinds.ts';
import type { silencesContract } from '../contract/silences.ts';
import { alertSilences } from '../tables.ts';
import { alertSubject } from './alert-handlers.ts';
import { lockOpen } from './alert-queries.ts';
import { readPoints } from './odd-queries.ts';
import { announceChange } from './raise-alerts.ts';
import { lockCovered, lockLasting, pageSilences } from './silence-queries.ts';

const silenceSubject = subjectOf(alertSilences, { entity: 'alertSilence', label: ({ kind }) => kind });

/** Longer than this nobody remembers why. */
const mostDays = 366;

function untilOf(untilDay: string, now: Date): Date {
  const today = businessDay(now);
  if (untilDay < today) throw invalidField('untilDay', 'alerts:error.pastDay');
  if (untilDay > addDays(today, mostDays))
    throw invalidField('untilDay', 'alerts:error.farDay', { days: mostDays });
  return endOfDay(untilDay);
}

export const silenceHandlers: Handlers<typeof silencesContract> = {
  async readPicture({ db, session }, { id }) {
    const points = await readPoints(db.read, session.scope, id);
    if (!points) throw missing();
    return { points: points.map((point) => ({ ...point, at: new Date(point.at) })) };
  },

  async silenceAlert(context, { id, reason, note = '', place, untilDay }) {
    const now = context.clock.now();
    const { userId, name, scope } = context.session;
    const untilAt = untilOf(untilDay, now);
    if (reason === 'other' && note === '') throw invalidField('note', 'kit:validation.required');
    return context.db.transaction(async (tx) => {
      const [alert] = await lockOpen(tx, scope, [id]);
      if (!alert) throw missing('alerts:error.ended');
      const { tenantId, siteId, deviceId, kind } = alert;
      if (!isOddKind(kind) || !siteId) throw invalid('alerts:error.notOdd');
      const about = { siteId, kind, deviceId: place === 'site' ? null : deviceId };
      const silence = await addRow(
        tx,
        context,
        silenceSubject,
        { action: 'alerts.silence' },
        { ...about, createdAt: now, reason, note, untilAt, userId, userName: name },
      );
      const covered = await lockCovered(tx, { tenantId, ...about });
      await changeRows(
        tx,
        context,
        alertSubject,
        { ids: covered.map((row) => row.id), action: 'alerts.silence', note: { kind } },
        () => ({
          endedAt: now,
          endReason: 'silenced' as const,
          endedBy: userId,
          endedName: name,
          goneAt: now,
        }),
      );
      await announceChange(tx, tenantId);
      return { id: silence.id };
    });
  },

  listSilences: ({ db, session, clock }, input) => pageSilences(db.read, session.scope, input, clock.now()),

  async endSilences(context, { ids }) {
    const now = context.clock.now();
    await context.db.transaction(async (tx) => {
      const lasting = await lockLasting(tx, context.session.scope, ids, now);
      if (lasting.length === 0) throw missing('alerts:error.notSilent');
      await changeRows(
        tx,
        context,
        silenceSubject,
        { ids: lasting.map(({ id }) => id), action: 'alerts.endSilence' },
        () => ({ endedAt: now, endedName: context.session.name }),
      );
      await announceChange(tx, context.session.tenantId);
    });
  },
};
