import { buffer } from 'node:stream/consumers';
import { reencodeImage, sniff } from '#features/uploads/server/public.ts';
import { invalid, missing } from '#kit/kernel/errors.ts';
import { newId } from '#kit/kernel/ids.ts';
import { audit } from '#kit/server/audit.ts';
import type { Handler, StaffContext } from '#kit/server/context.ts';
import type { Tx } from '#kit/server/database.ts';
import { openBytes, sealBytes } from '#kit/server/sealed.ts';
import type { onboardingContract } from '../contract.ts';
import type { PhotoKind } from '../fields.ts';
import type { Acting } from './actor.ts';
import { assertEditable } from './editable.ts';
import { type Holder, mayLook, ownHolder } from './holder.ts';
import { findPhoto, insertPhoto, type PhotoRow, removePhoto } from './photo-queries.ts';
import { isPhotoSubmitted, lockDraft, updateDraft } from './submission-queries.ts';

type Contract = typeof onboardingContract;

const purposeOf = (photo: { tenantId: string; id: string }) => `photo ${photo.tenantId} ${photo.id}`;
const sealedType = 'application/octet-stream';

async function readUpload({ request, services }: StaffContext): Promise<Buffer> {
  const maxBytes = services.config.uploads.imageMaxBytes;
  if (!request.isMultipart()) throw invalid('uploads:error.noFile');
  const part = await request.file({ limits: { fileSize: maxBytes + 1 }, throwFileSizeLimit: false });
  if (!part) throw invalid('uploads:error.noFile');
  const bytes = await buffer(part.file);
  if (bytes.length > maxBytes)
    throw invalid('uploads:error.tooLarge', { max: `${Math.floor(maxBytes / 1024 / 1024)} MB` });
  return bytes;
}

type SealedPhoto = Omit<PhotoRow, 'tenantId' | 'holderId' | 'createdAt' | 'createdBy'>;

/** Encodes a picture anew, seals it and stores it; nothing refers to it yet. */
export async function sealPhoto(
  { secrets, storage }: Acting['services'],
  holder: Holder,
  kind: PhotoKind,
  picture: Buffer,
): Promise<SealedPhoto> {
  if (sniff(picture)?.family !== 'image') throw invalid('uploads:error.format');
  const { bytes, contentType } = await reencodeImage(picture);
  const id = newId();
  const storageKey = `private/${holder.tenantId}/${id}`;
  const sealed = sealBytes(secrets, bytes, purposeOf({ tenantId: holder.tenantId, id }));
  await storage.put(storageKey, sealed, { contentType: sealedType, sizeBytes: sealed.length });
  return { id, kind, storageKey, contentType, sizeBytes: bytes.length };
}

/**
 * Puts a photo into the holder's draft. One that it replaces and that was never handed in is forgotten, its object is
 * the caller's to remove: private pictures do not lie about.
 */
export async function attachPhoto(
  tx: Tx,
  acting: Acting,
  holder: Holder,
  photo: SealedPhoto,
): Promise<PhotoRow | undefined> {
  const { services, session, clock } = acting;
  const draft = await lockDraft(tx, holder, session.userId, clock.now());
  await assertEditable(tx, holder);
  await insertPhoto(tx, holder, { ...photo, createdAt: clock.now(), createdBy: session.userId });
  const replaced = draft.photos[photo.kind];
  const photos = { ...draft.photos, [photo.kind]: photo.id };
  await updateDraft(tx, holder, { ...draft, photos }, { userId: session.userId, now: clock.now() });
  await audit(tx, acting, {
    action: 'onboarding.uploadPhoto',
    entity: 'businessPhoto',
    entityId: photo.id,
    label: services.texts.say('zh-cn', `onboarding:photo.${photo.kind}`),
  });
  if (!replaced || (await isPhotoSubmitted(tx, holder, replaced))) return undefined;
  return removePhoto(tx, holder, replaced);
}

export const uploadPhoto: Handler<Contract['uploadPhoto']> = async (context, { kind }) => {
  const { services, session, db } = context;
  const holder = ownHolder(session);
  const photo = await sealPhoto(services, holder, kind, await readUpload(context));
  const forgotten = await db
    .transaction((tx) => attachPhoto(tx, context, holder, photo))
    .catch(async (error: unknown) => {
      await services.storage.remove(photo.storageKey);
      throw error;
    });
  if (forgotten) await services.storage.remove(forgotten.storageKey);
  return { id: photo.id, kind, sizeBytes: photo.sizeBytes };
};

export const viewPhoto: Handler<Contract['viewPhoto']> = async (context, { id, reason }) => {
  const { db, services, session, reply } = context;
  const photo = await findPhoto(db.read, session.scope, id);
  if (!photo || !mayLook(session, photo)) throw missing();
  const stored = await services.storage.open(photo.storageKey);
  if (!stored) throw missing('onboarding:error.photoGone');
  const bytes = openBytes(services.secrets, await buffer(stored.body), purposeOf(photo));
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
  return {};
};
