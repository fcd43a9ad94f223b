import { dayMs } from '#kit/kernel/time.ts';
import { type Handlers, sayFor } from '#kit/server/context.ts';
import { mayUse } from '#kit/server/session.ts';
import type { marketingContract, ToolRecord } from '../contract.ts';
import { readTool } from './read-tools.ts';
import { toolsOf } from './tools.ts';

export const marketingHandlers: Handlers<typeof marketingContract> = {
  async readTools(context, { days }) {
    const { services, session, clock } = context;
    const since = new Date(clock.now().getTime() - days * dayMs);
    const seen = toolsOf(services).filter(({ right }) => mayUse(session, right));
    const say = sayFor(context);
    const tools = await Promise.all(
      seen.map(async (tool): Promise<ToolRecord> => {
        const { key, name, path, icon } = tool;
        return { key, name: say(name), path, icon, ...(await readTool(context, tool, since)) };
      }),
    );
    // what is used most stands first; what stands still comes last, by name
    return {
      tools: tools.sort((one, other) => other.people - one.people || one.name.localeCompare(other.name)),
    };
  },
};
