import { toDataURL } from 'qrcode';
import { isDeviceId } from '#features/machines/devices/contract/shared.ts';
import { findDeviceByCode, judgeLabel, signLabel } from '#features/machines/devices/server/public.ts';
import { invalid, missing } from '#kit/kernel/errors.ts';
import { type Context, type Handlers, type StaffContext, sayFor } from '#kit/server/context.ts';
import type { StaffSession } from '#kit/server/session.ts';
import type { fleetDevicesContract } from '../contract/devices.ts';
import { captions, centreText, playerLink, qrOptions, qrPixels } from '../contract/qr-labels.ts';
import { toDeviceRecord } from './device-records.ts';
import { drawLabels } from './draw-labels.ts';
import { selectListed } from './fleet-queries.ts';

/** As people reach us: the address that is configured, or the one they asked us at. */
function originOf({ services, request }: Pick<Context, 'services' | 'request'>): string {
  const origin = services.config.publicUrl ?? `${request.protocol}://${request.host}`;
  if (!URL.canParse(origin)) throw invalid('kit:error.badInput');
  return origin;
}

/** What the label of a machine says. */
const linkOf = (context: Pick<Context, 'services' | 'request'>, code: string) =>
  playerLink(originOf(context), code, signLabel(context.services.secrets, code));

async function ownCode({ db }: Context, { scope }: StaffSession, id: string): Promise<string> {
  const [found] = isDeviceId(id) ? await selectListed(db.read, scope, { ids: [id] }) : [];
  if (!found) throw missing();
  return found.device.code;
}

/** The address that the player came by. A signature is repeated, never given: who only knows a code could print a label. */
async function linkForPlayer(context: Context, code: string, s: string | undefined): Promise<string> {
  const device = await findDeviceByCode(context.db.read, code.toUpperCase());
  if (!device) throw missing();
  const isOurs = judgeLabel(context.services.secrets, device.code, s) === 'signed';
  return isOurs ? linkOf(context, device.code) : playerLink(originOf(context), device.code);
}

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
  async readPlayerQr(context, { equipmentId, s }) {
    const { session } = context;
    const url =
      session.kind === 'staff'
        ? linkOf(context, await ownCode(context, session, equipmentId))
        : await linkForPlayer(context, equipmentId, s);
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
      say('fleet:labels.fileTitle'),
    );
    context.reply
      .header('content-type', 'application/pdf')
      .header('content-disposition', `inline; filename="labels-${records.length}.pdf"`)
      .send(pdf);
  },
};
