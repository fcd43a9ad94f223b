import { uploadInfo } from '#features/uploads/server/public.ts';
import { invalidField } from '#kit/kernel/errors.ts';
import { audit } from '#kit/server/audit.ts';
import type { StaffContext } from '#kit/server/context.ts';
import { emit, tenantTopic } from '#kit/server/outbox.ts';
import { ownTenant } from './staff.ts';
import { findTenant, lockTenant, updateTenant } from './tenant-queries.ts';

const qrMaxBytes = 200 * 1024;

export async function serviceContact(context: StaffContext) {
  const tenant = await findTenant(context.db.read, context.session.tenantId);
  return { phone: tenant?.servicePhone ?? '', qr: tenant?.serviceQr ?? '' };
}

async function assertPicture(context: StaffContext, path: string): Promise<void> {
  const upload = await uploadInfo(context.db.read, ownTenant(context), path);
  if (!upload?.contentType.startsWith('image/')) throw invalidField('qr', 'kit:validation.upload');
  if (upload.sizeBytes > qrMaxBytes) throw invalidField('qr', 'accounts:error.qrTooLarge');
}

export async function saveServiceContact(context: StaffContext, input: { phone: string; qr: string }) {
  const { tenantId } = context.session;
  const current = await findTenant(context.db.read, tenantId);
  if (input.qr && input.qr !== current?.serviceQr) await assertPicture(context, input.qr);
  await context.db.transaction(async (tx) => {
    const old = await lockTenant(tx, tenantId);
    await updateTenant(tx, tenantId, { servicePhone: input.phone, serviceQr: input.qr });
    await audit(tx, context, {
      action: 'accounts.saveServiceContact',
      entity: 'tenant',
      entityId: tenantId,
      label: old?.name ?? '',
      before: { phone: old?.servicePhone, qr: old?.serviceQr },
      after: { phone: input.phone, qr: input.qr },
    });
    await emit(tx, tenantTopic(tenantId), 'tenant.changed', { id: tenantId });
  });
  return {};
}
