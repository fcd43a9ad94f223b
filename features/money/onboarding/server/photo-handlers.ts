import { buffer } from 'node:stream/consumers';
import { readPicture } from '#features/base/uploads/server/public.ts';
import { missing } from '#kit/kernel/errors.ts';
import { audit } from '#kit/server/audit.ts';
import type { Handlers } from '#kit/server/context.ts';
import type { onboardingContract } from '../contract.ts';
import { mayLook, ownHolder } from './holder.ts';
import { findPhoto } from './photo-queries.ts';
import { attachPhoto, openPhoto, sealPhoto } from './seal-photo.ts';

export const photoHandlers: Handlers<Pick<typeof onboardingContract, 'uploadPhoto' | 'viewPhoto'>> = {
  async uploadPhoto(context, { kind }) {
    const { services, session, db } = context;
    const holder = ownHolder(session);
    const photo = await sealPhoto(
      services,
      holder,
      kind,
      await readPicture(context.request, services.config.uploads.imageMaxBytes),
    );
    const forgotten = await db
      .transaction((tx) => attachPhoto(tx, context, holder, photo))
      .catch(async (error: unknown) => {
        await services.storage.remove(photo.storageKey);
        throw error;
      });
    if (forgotten) await services.storage.remove(forgotten.storageKey);
    return { id: photo.id, kind, sizeBytes: photo.sizeBytes };
  },

  async viewPhoto(context, { id, reason }) {
    const { db, services, session, reply } = context;
    const photo = await findPhoto(db.read, session.scope, id);
    if (!photo || !mayLook(session, photo)) throw missing();
    const stored = await services.storage.open(photo.storageKey);
    if (!stored) throw missing('onboarding:error.photoGone');
    const bytes = openPhoto(services, photo, await buffer(stored.body));
    // Nobody sees a picture whose sight is not in the log.
    await db.transaction((tx) =>
      audit(tx, context, {
        action: 'onboarding.lookAtPhoto',
        entity: 'businessPhoto',
        entityId: photo.id,
        label: services.texts.say('zh-cn', `onboarding:photo.${photo.kind}`),
        after: { reason },
        tenantId: photo.tenantId,
      }),
    );
    await reply
      .header('content-type', photo.contentType)
      .header('x-content-type-options', 'nosniff')
      .header('content-security-policy', "default-src 'none'; sandbox")
      .header('cache-control', 'no-store')
      .send(bytes);
  },
};
