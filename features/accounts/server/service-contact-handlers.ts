import { uploadInfo } from '#features/uploads/server/public.ts';
import { invalidField } from '#kit/kernel/errors.ts';
import type { Handlers, StaffContext } from '#kit/server/context.ts';
import type { profileContract } from '../contract/profile.ts';
import { changeTenant } from './change-tenant.ts';
import { ownTenant } from './own-tenant.ts';
import { findTenant } from './tenant-queries.ts';

const qrMaxBytes = 200 * 1024;

async function assertPicture(context: StaffContext, path: string): Promise<void> {
  const upload = await uploadInfo(context.db.read, ownTenant(context), path);
  if (!upload?.contentType.startsWith('image/')) throw invalidField('qr', 'kit:validation.upload');
  if (upload.sizeBytes > qrMaxBytes) throw invalidField('qr', 'accounts:error.qrTooLarge');
}

export const serviceContactHandlers: Handlers<
  Pick<typeof profileContract, 'serviceContact' | 'saveServiceContact'>
> = {
  async serviceContact({ db, session }) {
    const tenant = await findTenant(db.read, session.tenantId);
    return { phone: tenant?.servicePhone ?? '', qr: tenant?.serviceQr ?? '' };
  },

  async saveServiceContact(context, { phone: servicePhone, qr: serviceQr }) {
    const { tenantId: id } = context.session;
    const current = await findTenant(context.db.read, id);
    if (serviceQr && serviceQr !== current?.serviceQr) await assertPicture(context, serviceQr);
    await context.db.transaction((tx) =>
      changeTenant(tx, context, { id, action: 'accounts.saveServiceContact' }, () => ({
        servicePhone,
        serviceQr,
      })),
    );
    return {};
  },
};
