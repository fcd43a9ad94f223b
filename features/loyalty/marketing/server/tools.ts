import type { SQL } from 'drizzle-orm';
import type { Permission } from '#kit/contract/endpoint.ts';
import type { Services } from '#kit/server/services.ts';

export interface Period {
  tenantId: string;
  since: Date;
}

/** A way to bring people. Its owner says of itself who used it when, and what it gave. */
export interface MarketingTool {
  key: string;
  /** text that names it */
  name: string;
  /** where staff work with it */
  path: string;
  icon: string;
  /** who may see it, sees its numbers */
  right: Permission;
  /**
   * A query of its uses since a moment: `player_id`, `site_id`, `at`, `unit` (fen, coin, point, ticket) and `amount` given away.
   * A thing that is sold gives nothing away.
   */
  uses: (period: Period) => SQL;
}

const tools = new WeakMap<Services, MarketingTool[]>();

/** Called from the `start` of the feature that has the tool. */
export function registerTool(services: Services, tool: MarketingTool): void {
  tools.set(services, [...(tools.get(services) ?? []), tool]);
}

export const toolsOf = (services: Services): readonly MarketingTool[] => tools.get(services) ?? [];
