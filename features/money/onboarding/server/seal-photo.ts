import { reencodeImage, sniff } from '#features/base/uploads/server/public.ts';
import { invalid } from '#kit/kernel/errors.ts';
import { newId } from '#kit/kernel/ids.ts';
import { audit } from '#kit/server/audit.ts';
import type { Tx } from '#kit/server/database.ts';
import { openBytes, sealBytes } from '#kit/server/sealed.ts';
import type { PhotoKind } from '../fields.ts';
import type { Acting } from './actor.ts';
import { assertEditable } from './assert-editable.ts';
import type { Holder } from './holder.ts';
import { insertPhoto, type PhotoRow, removePhoto } from './photo-queries.ts';
import { isPhotoSubmitted, lockDraft, updateDraft } from './submission-queries.ts';
import { tellBusinessChanged } from './tell-changes.ts';

const purposeOf = (photo: { tenantId: string; id: string }) => `photo ${photo.tenantId} ${photo.id}`;
const sealedType = 'application/octet-stream';

type SealedPhoto = Omit<PhotoRow, 'tenantId' | 'holderId' | 'createdAt' | 'createdBy'>;

/** Encodes a picture again, seals it and stores it; nothing refers to it yet. */
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
  await tellBusinessChanged(tx, holder);
  if (!replaced || (await isPhotoSubmitted(tx, holder, replaced))) return undefined;
  return removePhoto(tx, holder, replaced);
}

export const openPhoto = ({ secrets }: Acting['services'], photo: PhotoRow, sealed: Buffer): Buffer =>
  openBytes(secrets, sealed, purposeOf(photo));
