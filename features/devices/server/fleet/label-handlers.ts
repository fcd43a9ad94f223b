import { toDataURL } from 'qrcode';
import { invalid, missing } from '#kit/kernel/errors.ts';
import { type Handlers, type StaffContext, sayFor } from '#kit/server/context.ts';
import type { fleetDevicesContract } from '../../contract/devices.ts';
import { captions, centreText, playerLink, qrOptions, qrPixels } from '../../contract/qr-labels.ts';
import { signLabel } from '../label-signature.ts';
import { toDeviceRecord } from './device-records.ts';
import { drawLabels } from './draw-labels.ts';
import { selectListed } from './fleet-queries.ts';

/** As people reach us: the address that is configured, or the one they asked us at. */
function originOf({ services, request }: StaffContext): string {
  const origin = services.config.publicUrl ?? `${request.protocol}://${request.host}`;
  if (!URL.canParse(origin)) throw invalid('kit:error.badInput');
  return origin;
}

/** What the label of a machine says. */
const linkOf = (context: StaffContext, code: string) =>
  playerLink(originOf(context), code, signLabel(context.services.secrets, code));

/** All of them, or none where one is not the reader's. */
async function labelled(context: StaffContext, given: readonly string[]) {
  const ids = [...new Set(given)];
  const found = await selectListed(context.db.read, context.session.scope, { ids });
  if (found.length < ids.length) throw missing();
  return found;
}

export const labelHandlers: Handlers<
  Pick<typeof fleetDevicesContract, 'readPlayerQr' | 'readLabelLinks' | 'printLabels'>
> = {
  async readPlayerQr(context, { equipmentId }) {
    const [found] = await selectListed(context.db.read, context.session.scope, { ids: [equipmentId] });
    if (!found) throw missing();
    const url = linkOf(context, found.device.code);
    return { url, image: await toDataURL(url, { ...qrOptions, width: qrPixels }) };
  },

  async readLabelLinks(context, { ids }) {
    const found = await labelled(context, ids);
    return found.map(({ device }) => ({ equipmentId: device.id, link: linkOf(context, device.code) }));
  },

  async printLabels(context, input) {
    const say = sayFor(context);
    const records = (await labelled(context, input.ids)).map((row) => toDeviceRecord(row, say));
    const pdf = await drawLabels(
      records.map((device) => ({
        link: linkOf(context, device.code),
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
