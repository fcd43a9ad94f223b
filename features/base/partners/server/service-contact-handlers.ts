import { findTenant, ownTenant } from '#features/base/accounts/server/public.ts';
import { uploadInfo } from '#features/base/uploads/server/public.ts';
import { invalidField } from '#kit/kernel/errors.ts';
import type { Handlers, StaffContext } from '#kit/server/context.ts';
import type { ownOrganisationContract } from '../contract/own-organisation.ts';
import { changeTenant } from './change-tenant.ts';

const qrMaxBytes = 200 * 1024;

async function assertPicture(
  context: StaffContext,
  path: string,
  field: 'qr' | 'logo',
): Promise<{ sizeBytes: number }> {
  const upload = await uploadInfo(context.db.read, ownTenant(context), path);
  if (!upload?.contentType.startsWith('image/')) throw invalidField(field, 'kit:validation.upload');
  return upload;
}

async function assertQr(context: StaffContext, path: string): Promise<void> {
  const { sizeBytes } = await assertPicture(context, path, 'qr');
  if (sizeBytes > qrMaxBytes) throw invalidField('qr', 'accounts:error.qrTooLarge');
}

export const serviceContactHandlers: Handlers<
  Pick<typeof ownOrganisationContract, 'serviceContact' | 'saveServiceContact'>
> = {
  async serviceContact({ db, session }) {
    const tenant = await findTenant(db.read, session.tenantId);
    return { phone: tenant?.servicePhone ?? '', qr: tenant?.serviceQr ?? '', logo: tenant?.logo ?? '' };
  },

  async saveServiceContact(context, { phone: servicePhone, qr: serviceQr, logo }) {
    const { tenantId: id } = context.session;
    const current = await findTenant(context.db.read, id);
    if (serviceQr && serviceQr !== current?.serviceQr) await assertQr(context, serviceQr);
    if (logo && logo !== current?.logo) await assertPicture(context, logo, 'logo');
    await context.db.transaction((tx) =>
      changeTenant(tx, context, { id, action: 'accounts.saveServiceContact' }, () => ({
        servicePhone,
        serviceQr,
        ...(logo !== undefined && { logo }),
      })),
    );
  },
};
