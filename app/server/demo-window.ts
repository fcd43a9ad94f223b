import type { MachineAct } from '#features/demo/showroom/contract.ts';
import type { Shown, ShownMachines } from '#features/demo/showroom/server/public.ts';
import type { DeviceType } from '#kit/protocol/types/names.ts';
import { contentFile } from '#simulators/devices/content-keeper.ts';
import type { Controller } from '#simulators/devices/controller.ts';
import type { Fleet } from '#simulators/devices/fleet.ts';
import type { Machine } from '#simulators/devices/machine.ts';
import { untilPowerLost } from '#simulators/devices/power.ts';
import type { SimulatedDevice } from '#simulators/devices/simulated-device.ts';

/** Simulated customers stay away from a machine for so long after somebody has looked at it. */
const keptFreeMs = 60_000;

/** What hands can do to a machine of a type while it has power; mending and the plug are everywhere. */
const actsOf: Record<DeviceType, readonly MachineAct[]> = {
  claw: ['feed', 'press', 'win', 'lose', 'jam'],
  lottery: ['feed', 'press', 'win', 'lose', 'jam', 'empty'],
  exchange: ['feed', 'jam', 'empty'],
  vending: ['feed', 'jam', 'empty'],
  lipstick: ['feed', 'win', 'lose', 'jam', 'empty'],
  cabinet: ['jam', 'empty'],
  deposit: ['feed', 'press', 'jam'],
};

/** What can be done to it at all, and what of it now. */
function actsOn({ identity, client }: SimulatedDevice): Pick<Shown, 'acts' | 'can'> {
  const machine = client.machine;
  const acts: MachineAct[] = [...actsOf[identity.type], 'mend', machine ? 'unplug' : 'plug'];
  if (!machine) return { acts, can: ['plug'] };
  const waitsForButton = ['aim', 'spin', 'await'].includes(machine.step?.name ?? '');
  const fits = (act: MachineAct) =>
    act === 'press' ? waitsForButton : act === 'feed' ? !machine.stopped : true;
  return { acts, can: acts.filter(fits) };
}

function stepOf(machine: Machine, now: Date): Shown['step'] {
  if (!machine.step) return null;
  const { name, ms, atMs, lane = null, count = null, holding = false } = machine.step;
  return {
    name,
    ms: Math.round(ms),
    elapsedMs: Math.max(0, Math.round(now.getTime() - atMs)),
    lane,
    count,
    holding,
  };
}

function screenOf(controller: Controller): Shown['screen'] {
  const shown = controller.screen.shown;
  if (!shown || shown.item.kind === 'text') return null;
  const { id, kind, seconds = 0 } = shown.item;
  const elapsedMs = Math.max(0, controller.now().getTime() - shown.sinceMs);
  return { item: id, kind, seconds, elapsedMs };
}

/** Only what the content names: other files of a machine are nobody's business. */
function screenFileOf({ client }: SimulatedDevice, item: string): AsyncIterable<Uint8Array> | undefined {
  const { controller } = client;
  const found = controller?.memory.content?.items.find(({ id }) => id === item);
  return found?.sha256 && controller ? controller.storage.readFile(contentFile(found.sha256)) : undefined;
}

function shownOf(device: SimulatedDevice): Shown {
  const { code, type } = device.identity;
  const { controller } = device.client;
  const machine = controller?.machine;
  const { pieces = null, lanes = [] } = machine?.contents ?? {};
  return {
    code,
    type,
    plugged: controller !== undefined,
    online: device.online,
    busy: machine?.busy ?? false,
    faults: [...(controller?.telemetry.faults ?? [])],
    stopped: machine?.stopped ?? false,
    fate: machine?.fate ?? null,
    step: machine && controller ? stepOf(machine, controller.now()) : null,
    ending: machine?.ending ? { lane: null, ...machine.ending } : null,
    pieces,
    shownCode: controller?.shownCode ?? null,
    screen: controller ? screenOf(controller) : null,
    slogan: controller?.screen.slogan ?? '',
    lanes: [...lanes],
    ...actsOn(device),
  };
}

/** The machines of the demo's fleet that stand somewhere, for /demo_machine. */
export function windowOn(
  fleet: Fleet,
  codes: ReadonlySet<string>,
  onTrouble: (code: string, error: unknown) => void,
): ShownMachines {
  const does: Record<MachineAct, (device: SimulatedDevice) => void> = {
    feed: (device) => device.feed(),
    press: (device) => device.press(),
    win: (device) => device.decide('win'),
    lose: (device) => device.decide('lose'),
    jam: (device) => device.decide('jam'),
    empty: (device) => device.empty(),
    mend: (device) => device.mendAll(),
    unplug: (device) => device.unplug(),
    plug: (device) => untilPowerLost(device.plug(), (error) => onTrouble(device.identity.code, error)),
  };
  const deviceOf = (code: string) => (codes.has(code) ? fleet.find(code) : undefined);
  return {
    codes,
    isFree(code) {
      const device = deviceOf(code);
      const machine = device?.client.machine;
      return Boolean(device?.online && machine && !machine.stopped && !machine.busy);
    },
    look(code) {
      const device = deviceOf(code);
      device?.life.keepFree(keptFreeMs);
      return device && shownOf(device);
    },
    screenFile(code, item) {
      const device = deviceOf(code);
      return device && screenFileOf(device, item);
    },
    work(code, act) {
      const device = deviceOf(code);
      if (!device || !actsOn(device).can.includes(act)) return false;
      does[act](device);
      return true;
    },
  };
}
