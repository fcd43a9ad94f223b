import { buffer } from 'node:stream/consumers';
import { siteNames } from '#features/base/sites/server/public.ts';
import { sniff } from '#features/base/uploads/server/public.ts';
import { listDemoFleet, signLabel } from '#features/machines/devices/server/public.ts';
import { playerPath } from '#features/machines/fleet/server/public.ts';
import { invalid, missing } from '#kit/kernel/errors.ts';
import { type Context, type Handlers, sayFor } from '#kit/server/context.ts';
import { demoTenants } from '#kit/server/demo.ts';
import { tenantScope } from '#kit/server/scope.ts';
import type { windowContract } from '../contract/window.ts';
import type { Scene } from '../contract.ts';
import { type ShownMachines, shownMachines } from './shown-machines.ts';

/** A real installation has none, nor has a demo that plays no machines; other machines are out of reach. */
function machinesOf({ services }: Pick<Context, 'services'>): ShownMachines {
  const machines = services.demo ? shownMachines(services) : undefined;
  if (!machines) throw missing('showroom:error.noMachines');
  return machines;
}

function sceneOf(context: Context, code: string): Scene {
  const shown = machinesOf(context).look(code);
  if (!shown) throw missing('showroom:error.unknownMachine');
  const say = sayFor(context);
  return { ...shown, faults: shown.faults.map((fault) => say(`devices:fault.${fault}.name`)) };
}

export const windowHandlers: Handlers<typeof windowContract> = {
  async listDemoMachines(context) {
    const { services, db } = context;
    const { codes, isFree } = machinesOf(context);
    const scope = tenantScope(demoTenants.merchant);
    const fleet = (await listDemoFleet(db.read, scope)).filter(({ code }) => codes.has(code));
    const names = await siteNames(
      db.read,
      scope,
      fleet.map(({ siteId }) => siteId),
    );
    return fleet.map(({ code, type, number, siteId }) => ({
      code,
      type,
      number,
      fieldName: names.get(siteId) ?? '',
      free: isFree(code),
      path: playerPath(code, signLabel(services.secrets, code)),
    }));
  },

  async lookAtMachine(context, { code }) {
    return sceneOf(context, code);
  },

  async readScreenFile(context, { code, item }) {
    const stored = machinesOf(context).screenFile(code, item);
    const bytes = stored && (await buffer(stored));
    const kind = bytes && sniff(bytes.subarray(0, 64));
    if (!kind) throw missing();
    context.reply
      .header('content-type', kind.contentType)
      .header('x-content-type-options', 'nosniff')
      .header('content-security-policy', "default-src 'none'; sandbox")
      .header('cache-control', 'private, max-age=600');
    await context.reply.send(bytes);
  },

  async workMachine(context, { code, act }) {
    const machines = machinesOf(context);
    if (!machines.codes.has(code)) throw missing('showroom:error.unknownMachine');
    if (!machines.work(code, act)) throw invalid('showroom:error.notNow');
    return sceneOf(context, code);
  },
};
