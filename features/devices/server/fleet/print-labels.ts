import { invalid, missing } from '#kit/kernel/errors.ts';
import type { Handler } from '#kit/server/context.ts';
import type { fleetContract } from '../../contract/fleet.ts';
import { captions, centreText, playerLink } from '../../contract/qr-labels.ts';
import { toDeviceRecords } from './device-record.ts';
import { qrSheet } from './qr-sheet.ts';
import { selectListed } from './queries.ts';

export const printLabels: Handler<typeof fleetContract.printLabels> = async (context, input) => {
  const { scope } = context.session;
  const ids = [...new Set(input.ids)];
  const found = await selectListed(context.db.read, scope, { ids });
  if (found.length < ids.length) throw missing();
  const records = await toDeviceRecords(context.db.read, scope, found);
  const { request, services, language } = context;
  const origin = services.config.publicUrl ?? `${request.protocol}://${request.host}`;
  if (!URL.canParse(origin)) throw invalid('kit:error.badInput');
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
