import { eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import {
  type DeviceFiles,
  deviceFileUrl,
  mountDeviceFiles,
} from '#features/machines/devices/server/public.ts';
import type { Services } from '#kit/server/services.ts';
import { firmwareImages } from '../tables.ts';

const images: DeviceFiles = {
  kind: 'firmware',
  path: '/api/devices/firmware',
  async find({ db }, id) {
    const [image] = await db.read.select().from(firmwareImages).where(eq(firmwareImages.id, id));
    return image;
  },
};

export const downloadUrl = (services: Services, imageId: string, expiresAt: Date): string =>
  deviceFileUrl(services, images, imageId, expiresAt);

export async function mountDownload(app: FastifyInstance, services: Services): Promise<void> {
  mountDeviceFiles(app, services, images);
}
