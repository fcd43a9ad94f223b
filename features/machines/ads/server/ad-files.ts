import type { FastifyInstance } from 'fastify';
import { type DeviceFiles, mountDeviceFiles } from '#features/machines/devices/server/public.ts';
import { platformScope } from '#kit/server/scope.ts';
import type { Services } from '#kit/server/services.ts';
import { find } from '#kit/server/tables.ts';
import { adMedia } from '../tables.ts';

/** Also what was removed from the library: a machine may be in the middle of it. */
export const adFiles: DeviceFiles = {
  kind: 'ads',
  path: '/api/devices/ads',
  async find({ db }, id) {
    const [media] = await find(db.read, platformScope, adMedia, { id });
    return media && { ...media, storageKey: storageKeyOf(media.link) };
  },
};

export const storageKeyOf = (link: string): string => link.replace(/^\/files\//, '');

export async function mountAdFiles(app: FastifyInstance, services: Services): Promise<void> {
  mountDeviceFiles(app, services, adFiles);
}
