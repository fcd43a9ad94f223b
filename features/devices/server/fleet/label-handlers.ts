import { toDataURL } from 'qrcode';
import { invalid, missing } from '#kit/kernel/errors.ts';
import { type Handlers, type StaffContext, sayFor } from '#kit/server/context.ts';
import type { fleetDevicesContract } from '../../contract/devices.ts';
import { captions, centreText, playerLink, qrOptions, qrPixels } from '../../contract/qr-labels.ts';
import { toDeviceRecord } from './device-records.ts';
import { drawLabels } from './draw-labels.ts';
import { selectListed } from './fleet-queries.ts';

/** As people reach us: the address that is configured, or the one they asked us at. */
function originOf({ services, request }: StaffContext): string {
  const origin = services.config.publicUrl ?? `${request.protocol}://${request.host}`;
  if (!URL.canParse(origin)) throw invalid('kit:error.badInput');
  return origin;
}

export const labelHandlers: Handlers<Pick<typeof fleetDevicesContract, 'readPlayerQr' | 'printLabels'>> = {
  async readPlayerQr(context, { equipmentId }) {
    const [found] = await selectListed(context.db.read, context.session.scope, { ids: [equipmentId] });
    if (!found) throw missing();
    const url = playerLink(originOf(context), found.device.code);
    return { url, image: await toDataURL(url, { ...qrOptions, width: qrPixels }) };
  },

  async printLabels(context, input) {
    const ids = [...new Set(input.ids)];
    const found = await selectListed(context.db.read, context.session.scope, { ids });
    if (found.length < ids.length) throw missing();
    const say = sayFor(context);
    const origin = originOf(context);
    const records = found.map((row) => toDeviceRecord(row, say));
    const pdf = await drawLabels(
      records.map((device) => ({
        link: playerLink(origin, device.code),
        centre: centreText(device, input.centre, input.text),
        ...captions(device),
      })),
      input.layout,
      say('devices:labels.fileTitle'),
    );
    context.reply
      .header('content-type', 'application/pdf')
      .header('content-disposition', `inline; filename="labels-${records.length}.pdf"`)
      .send(pdf);
  },
};
