import { toDataURL } from 'qrcode';
import { invalid, missing } from '#kit/kernel/errors.ts';
import type { Handler, StaffContext } from '#kit/server/context.ts';
import type { fleetContract } from '../../contract/fleet.ts';
import { captions, centreText, playerLink, qrOptions, qrPixels } from '../../contract/qr-labels.ts';
import { toDeviceRecords } from './device-record.ts';
import { qrSheet } from './qr-sheet.ts';
import { selectListed } from './queries.ts';

/** As people reach us: the address that is configured, or the one they asked us at. */
function originOf({ services, request }: StaffContext): string {
  const origin = services.config.publicUrl ?? `${request.protocol}://${request.host}`;
  if (!URL.canParse(origin)) throw invalid('kit:error.badInput');
  return origin;
}

export const readPlayerQr: Handler<typeof fleetContract.readPlayerQr> = async (context, { equipmentId }) => {
  const [found] = await selectListed(context.db.read, context.session.scope, { ids: [equipmentId] });
  if (!found) throw missing();
  const url = playerLink(originOf(context), found.device.code);
  return { url, image: await toDataURL(url, { ...qrOptions, width: qrPixels }) };
};

export const printLabels: Handler<typeof fleetContract.printLabels> = async (context, input) => {
  const { scope } = context.session;
  const ids = [...new Set(input.ids)];
  const found = await selectListed(context.db.read, scope, { ids });
  if (found.length < ids.length) throw missing();
  const records = await toDeviceRecords(context.db.read, scope, found);
  const { services, language } = context;
  const origin = originOf(context);
  const pdf = await qrSheet(
    records.map((device) => ({
      link: playerLink(origin, device.code),
      centre: centreText(device, input.centre, input.text),
      ...captions(device, services.texts.say(language, `devices:type.${device.type}`)),
    })),
    input.layout,
    services.texts.say(language, 'devices:labels.fileTitle'),
  );
  context.reply
    .header('content-type', 'application/pdf')
    .header('content-disposition', `inline; filename="labels-${records.length}.pdf"`)
    .send(pdf);
};
