import { faults } from '#kit/protocol/faults.ts';
import { deviceTypeDefinitions } from '#kit/protocol/types/catalogue.ts';
import type { Handler } from '#kit/server/context.ts';
import { type controlContract, staffCommands } from '../../contract/control.ts';

export const listDeviceTypes: Handler<typeof controlContract.listDeviceTypes> = async (context) =>
  Object.values(deviceTypeDefinitions).map((definition) => ({
    type: definition.type,
    name: context.services.texts.say(context.language, `devices:type.${definition.type}`),
    groups: Object.keys(definition.groups),
    commands: Object.entries(definition.commands).map(([command, { moves, withinMs }]) => ({
      command,
      moves,
      staff: (staffCommands as readonly string[]).includes(command),
      withinMs,
    })),
    counters: [...definition.counters],
    faults: definition.faults.map((code) => ({ code, severity: faults[code] })),
  }));
