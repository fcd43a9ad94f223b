import { ownTenant } from '#features/base/accounts/server/public.ts';
import { uploadInfo } from '#features/base/uploads/server/public.ts';
import { invalidField } from '#kit/kernel/errors.ts';
import type { StaffContext } from '#kit/server/context.ts';

/** A picture that somebody of the organisation uploaded, and no larger than a phone is to load. */
export async function assertPicture(
  context: StaffContext,
  field: string,
  path: string,
  maxBytes: number,
): Promise<void> {
  const upload = await uploadInfo(context.db.read, ownTenant(context), path);
  if (!upload?.contentType.startsWith('image/')) throw invalidField(field, 'kit:validation.upload');
  if (upload.sizeBytes > maxBytes)
    throw invalidField(field, 'storefront:error.pictureTooLarge', { max: Math.floor(maxBytes / 1024) });
}
